#ifndef C_LINUX_SUPPORT_H
#define C_LINUX_SUPPORT_H

#endif
