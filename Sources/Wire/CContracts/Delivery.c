#include "CContracts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "../../../Protocol/contract/delivery.json"
};

struct seam_contract seam_contract_delivery(void) { return (struct seam_contract){bytes, sizeof bytes}; }
