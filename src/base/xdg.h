/*
 * Where fstui keeps things, by the XDG base directory specification: with HOME
 * unset or relative there may be no place, and callers go on without.
 */
#ifndef FST_BASE_XDG_H
#define FST_BASE_XDG_H

enum xdg_kind {
	XDG_DATA, /* $XDG_DATA_HOME/fstui: results */
	XDG_CONFIG, /* $XDG_CONFIG_HOME/fstui: config, themes */
	XDG_STATE, /* $XDG_STATE_HOME/fstui: history, work folders in use */
};

/* The folder as a string that the caller owns, or NULL when there is none. Makes nothing. */
char *xdg_folder(enum xdg_kind kind);

/*
 * A file or folder that ships with the program ("themes", "samples"): beside the
 * build tree's sources when the running binary lies in the build tree, else
 * in ../share/fstui of the binary's folder (an installation may be moved), else
 * where it was configured to be installed. The caller owns the string; NULL when it is
 * nowhere.
 */
char *xdg_shipped(const char *name);

#endif
