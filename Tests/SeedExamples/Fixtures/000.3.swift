import Foundation
import SeamSDK

let key = SeamAccessCredential(
    id: "id", isManaged: true, name: "Front Door", location: "Harbour", expiry: Date(), cardNumber: nil, code: "1234",
    errors: [.expired])
let id: String = key.id
let isManaged: Bool = key.isManaged
let name: String = key.name
let location: String = key.location
let expiry: Date? = key.expiry
let cardNumber: String? = key.cardNumber
let code: String? = key.code
let errors: [SeamCredentialError] = key.errors
let identified: any Identifiable = key
let set: Set<SeamAccessCredential> = [key, key]
precondition(set.count == 1 && identified.id as? String == id && isManaged && errors == [.expired])
precondition(name == "Front Door" && location == "Harbour" && expiry != nil && cardNumber == nil && code == "1234")
print("ok: every member of SeamAccessCredential")
