/* How the functions of CLinuxSupport.h answer. */
#ifndef C_LINUX_SUPPORT_RESULT_H
#define C_LINUX_SUPPORT_RESULT_H

#include <errno.h>

/* What a call that sets errno has answered, or the negative errno. */
static inline int result(int value) { return value < 0 ? -errno : value; }

#endif
