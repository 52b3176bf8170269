#include <seccomp.h>

/* Function-like and cast macros are not imported by Swift. */
static inline uint32_t seam_scmp_act_errno(uint16_t error) { return SCMP_ACT_ERRNO(error); }
static inline uint32_t seam_scmp_act_allow(void) { return SCMP_ACT_ALLOW; }
