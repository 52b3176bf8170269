#include "CContracts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "../../../deploy/promises/promises.json"
};

struct seam_contract seam_promises(void) { return (struct seam_contract){bytes, sizeof bytes}; }
