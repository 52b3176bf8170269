import NukiProtocol
import TestSupport
import Testing

/// The examples in the vendor's document: a pairing, an unlock, and an operation that reads the state.
enum Official {
    static let clientSecret = hex("8caa54672307bffdf5ea183fc607158d2011d008eca6a1088614ff0853a5aa07")
    static let clientPublic = hex("f88127ccf48023b5cbe9101d24baa8a368da94e8c2e3cde2ded29ce96ab50c15")
    static let lockPublic = hex("2fe57da347cd62431528daac5fbb290730fff684afc4cfc2ed90995f58cb3b74")
    static let agreed = hex("0de40b998e0e330376f2d2fc4892a6931e25055fd09f054f99e93fecd9ba611e")
    static let sharedBytes = hex("217fcb0f18caf284e9bdea0b94b83b8d10867ed706bfdedbd2381f4cb3b8f730")

    static func shared() throws -> NukiSharedKey { try NukiSharedKey(sharedBytes) }

    /// Messages 1 to 10 of the pairing. The messages with odd numbers come from the client, except the status message.
    static let pairing = [
        "0100030027a7",
        "03002fe57da347cd62431528daac5fbb290730fff684afc4cfc2ed90995f58cb3b749db9",
        "0300f88127ccf48023b5cbe9101d24baa8a368da94e8c2e3cde2ded29ce96ab50c159241",
        "04006cd4163d159050c798553eaa57e278a579affcbc56f09fc57fe879e51c42df17c3df",
        "0500b09a0d3979a029e5fd027b519eaa200bc14ad3e163d3be4563843e021073bcb1c357",
        "0400e0742cfea39cb46109385bf91286a3c02f40ee86b0b62fc34033094de41e2c0d7fe1",
        "0600cf1b9e7801e3196e6594e76d57908ee500aad5c33f4b6e0bbea0ddef82967bfc00000000004d617263202854657374290000"
            + "0000000000000000000000000000000000000052afe0a664b4e9b56dc6bd4cb718a6c9fed6be17a7411072aa0d31537814"
            + "057769f2",
        "07003a270a2e453443c3790e657cebe634b03f0102f45681b4067c661d46e6e15edf0200000083b33643c6d97ef77ed51c02a277"
            + "cbf7ea479915982f13c61d997a56678ad77791bfa7e95229a3dd34f87132bf3e3c97db9f",
        "1e003a41b91a66fbc4d22efefbb7272140829695a3917433d5beb981b76166d13f8a02000000cdf5",
        "0e00009dd7",
    ]
    static let clientNonce = "52afe0a664b4e9b56dc6bd4cb718a6c9fed6be17a7411072aa0d315378140577"
    static let firstChallenge = "6cd4163d159050c798553eaa57e278a579affcbc56f09fc57fe879e51c42df17"
    static let secondChallenge = "e0742cfea39cb46109385bf91286a3c02f40ee86b0b62fc34033094de41e2c0d"
    static let lockUUID = "83b33643c6d97ef77ed51c02a277cbf7"
    static let lockNonce = "ea479915982f13c61d997a56678ad77791bfa7e95229a3dd34f87132bf3e3c97"

    static func credential() throws -> NukiCredential {
        try NukiCredential(
            kind: .classic,
            authID: 2,
            appID: 0,
            nukiID: 0,
            lockUUID: hex(lockUUID),
            key: shared()
        )
    }

    /// The complete messages of the example in which a client reads the state and unlocks the lock.
    static let requestStates =
        "37917f1af31ec5940705f34d1e5550607d5b2f9fe7d496b6020000001a00670d124926004366532e8d927a33fe84"
        + "e782a9594d39157d065e"
    static let states =
        "90b0757cfed0243017eaf5e089f8583b9839d61b050924d2020000002700b13938b67121b6d528e7de206b0d7c5a94587a"
        + "471b33ebfb012ced8f1261135566ed756e3910b5"
    static let requestChallenge =
        "88fdefd7f941b63c242b7f84b3d786886340a4a8b1c1eaa0020000001a00066819a2956e6a79af6ed66d257b2767"
        + "15f51f63a8beb9ed0d47"
    static let challenge =
        "99c8613a9f6ab6d3fb0399d37ad38c5c003ac139b1567bc102000000380028cdcc668c08da47bf323bf9371ebf068f6d48"
        + "0438563660780a4234d9a23794e305ee37878874ede106a0bbfcf5b60e0c2e2ba17248a02b"
    static let lockAction =
        "19467990b69ffbe3d484a5882c995449e3ebc878712152e7020000003e00b30d19e0c0a12f4d8c887864877b885343782"
        + "5d587f85bb6c21bf674e204a685ac5e40e8a5fdb85349f520069496f092fab63736928c0933db34cfa21809"
    static let actionChallenge = "57d95521bea186b5a9244f025737924c5b7e33592d0614d5f6ef2e2f142c6d4b"
}
