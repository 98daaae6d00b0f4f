#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_usage(FILE *stream)
{
	fputs("Usage: fstui [--help | --version]\n"
	      "Benchmark file systems, import benchmark logs and compare them on the terminal.\n",
		stream);
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		puts(PACKAGE_STRING);
		return EXIT_SUCCESS;
	}
	if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		print_usage(stdout);
		return EXIT_SUCCESS;
	}
	print_usage(stderr);
	return 2;
}
