#include "term/terminfo.h"

#include <curses.h>
#include <term.h>

bool terminfo_knows(const char *type, int fd)
{
	int found;

	if (setupterm(type, fd, &found) != OK)
		return false;
	del_curterm(cur_term);
	return true;
}
