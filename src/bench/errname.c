#include "bench/errname.h"

#include <errno.h>
#include <string.h>

#include "base/attributes.h"

void errname_add(struct strbuf *out, int error_number)
{
#define NAME(id)        \
	{               \
		id, #id \
	}
	static const struct {
		int number;
		const char *name;
	} names[] = {
		NAME(EACCES),
		NAME(EBADF),
		NAME(EBUSY),
		NAME(ECONNABORTED),
		NAME(ECONNRESET),
		NAME(EDQUOT),
		NAME(EFBIG),
		NAME(EHOSTDOWN),
		NAME(EINTR),
		NAME(EINVAL),
		NAME(EIO),
		NAME(EISDIR),
		NAME(ELOOP),
		NAME(EMFILE),
		NAME(ENETDOWN),
		NAME(ENFILE),
		NAME(ENODATA),
		NAME(ENODEV),
		NAME(ENOENT),
		NAME(ENOLCK),
		NAME(ENOMEM),
		NAME(ENOSPC),
		NAME(ENOSYS),
		NAME(ENOTCONN),
		NAME(ENOTDIR),
		NAME(ENXIO),
		NAME(EOPNOTSUPP),
		NAME(EPERM),
		NAME(EPIPE),
		NAME(EREMOTEIO),
		NAME(EROFS),
		NAME(ESTALE),
		NAME(ETIMEDOUT),
	};
#undef NAME

	for (size_t i = 0; i < FST_COUNT(names); i++)
		if (names[i].number == error_number) {
			strbuf_printf(out, "%s (%s)", names[i].name, strerror(error_number));
			return;
		}
	strbuf_printf(out, "error %d (%s)", error_number, strerror(error_number));
}
