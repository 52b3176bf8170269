#include "CContracts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "../../../Protocol/contract/devices.json"
};

struct seam_contract seam_contract_devices(void) { return (struct seam_contract){bytes, sizeof bytes}; }
