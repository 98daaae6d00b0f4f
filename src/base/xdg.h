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
 * installed. The caller owns the string; NULL when it is in neither place.
 */
char *xdg_shipped(const char *name);

#endif
