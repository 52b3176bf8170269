/* The contracts of Protocol/contract, byte for byte. Each is a file of its own here, so that a program holds only the
 * contracts that it uses. */
#ifndef C_CONTRACTS_H
#define C_CONTRACTS_H

#include <stddef.h>

struct seam_contract {
    const unsigned char *bytes;
    size_t count;
};
struct seam_contract seam_contract_rpc(void);
struct seam_contract seam_contract_session(void);
struct seam_contract seam_contract_kiosk(void);
struct seam_contract seam_contract_locks(void);
struct seam_contract seam_contract_radio(void);
struct seam_contract seam_contract_provider(void);
struct seam_contract seam_contract_lifesignal(void);
struct seam_contract seam_contract_people(void);
struct seam_contract seam_contract_delivery(void);
struct seam_contract seam_contract_web(void);
struct seam_contract seam_contract_devices(void);
/* deploy/promises/promises.json, what LifeSignal was measured to keep. */
struct seam_contract seam_promises(void);

#endif
