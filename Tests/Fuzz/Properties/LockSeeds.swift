import NukiProtocol
import SesameProtocol
import Wire

/// The first inputs for fuzzing lock protocols. They contain undisturbed conversations of every kind. They also contain
/// the published messages, both as noise and as inserted packets.
enum LockSeeds {
    /// The names and inputs of the seeds for a lock family.
    static func all(_ family: LockFamily) -> [(name: String, input: [UInt8])] {
        conversations(family) + middle() + hostile(family)
            + published(family).enumerated().flatMap { index, bytes in
                [
                    ("noise-\(index)", noise(family, bytes)),
                    ("insert-\(index)", inserted(family, bytes)),
                ]
            } + [("recorded", recorded(family))]
    }

    private typealias Step = LockConversation.Step

    /// Seeds for each wish, each kind of lock and each motor time. Each seed has an undisturbed conversation and one
    /// more attempt.
    private static func conversations(_ family: LockFamily) -> [(name: String, input: [UInt8])] {
        [UInt8](0..<48).map { number in
            let first = number << 2 & 0x3C | (number % 5 == 0 ? 64 : 0)
            let variant = number % 3 | number << 4 & 0x30 | number << 2 & 0xC0
            let flow = Step.code(.flow)
            let fire = Step.code(.fire)
            let steps = [flow, fire, flow, fire, flow, fire, flow, fire, flow]
            let again = [Step.code(.attempt), variant & 0xF0 | (number + 1) % 3]
            return ("talk-\(number)", [1, first, variant] + steps + again + steps)
        }
    }

    /// Seeds with an unlock and a pairing. In each seed, the attacker changes one of the first messages.
    private static func middle() -> [(name: String, input: [UInt8])] {
        let both = [Step.code(.toLock), Step.code(.toKey)]
        let changes: [[UInt8]] = [
            [Step.code(.mend), 0, 40, 1], [Step.code(.flip), 0, 5, 0, 0x14], [Step.code(.again), 0, 1],
            [Step.code(.drop), 0],
        ]
        return (0..<6).flatMap { position in
            changes.enumerated().flatMap { number, change in
                [UInt8(0), 2].map { wish in
                    let begin = (0..<position).flatMap { _ in both }
                    let end = [Step.code(.flow), Step.code(.fire), Step.code(.flow), Step.code(.fire)]
                    let first: UInt8 = wish == 2 ? 32 : 0
                    return ("middle-\(position)-\(number)-\(wish)", [1, first, wish] + begin + change + end)
                }
            }
        }
    }

    /// Seeds with a peer that has the key, and sends the same messages as a real peer.
    private static func hostile(_ family: LockFamily) -> [(name: String, input: [UInt8])] {
        switch family {
        case .nuki:
            // The key side receives a challenge, "accepted", states and "complete". The lock receives the request for a
            // challenge, and an action.
            [
                ("right-key-0", [0, 0, 0, 15, 5, 2, 1, 15, 5, 8, 5, 15, 5, 6, 13, 0, 15, 5, 8, 1]),
                ("right-key-1", [0, 0, 0, 15, 5, 0, 1, 15, 5, 7, 1, 1, 1]),
                ("right-key-2", [0, 4, 16, 15, 13, 2, 1, 15, 13, 8, 5, 15, 13, 6, 21, 15, 255, 15, 13, 8, 1]),
            ]
        case .sesame:
            // The key side receives the token, the answer to the login, a state, the answer to the unlock, and another
            // state. The lock receives the proof and an unlock.
            [
                (
                    "right-key-0",
                    [0, 0, 0, 15, 3, 16, 15, 5, 4, 4, 1, 2, 3, 4, 15, 5, 0, 15, 5, 2, 0, 15, 5, 16, 15, 5, 32]
                ),
                ("unsealed", [0, 0, 0, 15, 3, 16, 15, 1, 4, 4, 1, 2, 3, 4, 15, 1, 0, 15, 1, 2, 0, 15, 1, 32]),
                ("right-key-1", [0, 0, 0, 15, 3, 16, 15, 5, 16, 15, 5, 17, 1, 15, 5, 19, 1]),
            ]
        case .switchBot:
            // The key side receives the vector, the reply about reports, a state, the reply to the unlock, and two more
            // states. The lock receives the request for a vector, and an unlock.
            [
                ("right-key-0", [0, 0, 0, 15, 1, 15, 5, 0, 15, 5, 0, 15, 5, 0, 15, 5, 0x33, 15, 5, 0x13]),
                ("refusal", [0, 0, 0, 15, 1, 15, 5, 0, 15, 5, 0, 15, 5, 4, 15, 5, 0x13]),
                ("right-key-1", [0, 0, 0, 15, 1, 15, 5, 2, 15, 5, 0, 1, 15, 5, 2, 15, 5, 5, 15, 5, 1, 1]),
            ]
        }
    }

    private static func noise(_ family: LockFamily, _ bytes: [UInt8]) -> [UInt8] {
        let counted = [UInt8(bytes.count)] + bytes
        return [0, 128, 2, 15, 0, 2] + counted + [15, 0, 0] + counted
    }

    /// The messages of a lock in a published conversation. They go to a key side that unlocks with the right key.
    private static func recorded(_ family: LockFamily) -> [UInt8] {
        let messages = published(family)
        let words =
            switch family {
            case .nuki: [13, 11]
            case .sesame: [0, 2, 3, 4, 5]
            case .switchBot: [1, 5, 3, 5, 6, 7]
            }
        return words.reduce(into: [0, 128, 0]) { input, index in
            input += [15, 0, 0, UInt8(messages[index].count)] + messages[index]
        }
    }

    private static func inserted(_ family: LockFamily, _ bytes: [UInt8]) -> [UInt8] {
        let insert = [Step.code(.insert), 0, 2, UInt8(bytes.count)] + bytes
        return [1, 0, 2, Step.code(.toLock)] + insert + [Step.code(.toLock), Step.code(.toKey), Step.code(.flow)]
    }

    private static func published(_ family: LockFamily) -> [[UInt8]] {
        switch family {
        case .nuki: nuki.compactMap { Hex.decode($0) }
        case .sesame: sesame.compactMap { Hex.decode($0) }
        case .switchBot: switchBot.compactMap { Hex.decode($0) }
        }
    }

    /// Nuki's published messages for pairing, reading and unlocking.
    private static let nuki = [
        "0100030027a7",
        "03002fe57da347cd62431528daac5fbb290730fff684afc4cfc2ed90995f58cb3b749db9",
        "0300f88127ccf48023b5cbe9101d24baa8a368da94e8c2e3cde2ded29ce96ab50c159241",
        "04006cd4163d159050c798553eaa57e278a579affcbc56f09fc57fe879e51c42df17c3df",
        "0500b09a0d3979a029e5fd027b519eaa200bc14ad3e163d3be4563843e021073bcb1c357",
        "0400e0742cfea39cb46109385bf91286a3c02f40ee86b0b62fc34033094de41e2c0d7fe1",
        "0600cf1b9e7801e3196e6594e76d57908ee500aad5c33f4b6e0bbea0ddef82967bfc00000000004d6172632028546573742900000000"
            + "00000000000000000000000000000000000052afe0a664b4e9b56dc6bd4cb718a6c9fed6be17a7411072aa0d31537814"
            + "057769f2",
        "07003a270a2e453443c3790e657cebe634b03f0102f45681b4067c661d46e6e15edf0200000083b33643c6d97ef77ed51c02a277"
            + "cbf7ea479915982f13c61d997a56678ad77791bfa7e95229a3dd34f87132bf3e3c97db9f",
        "1e003a41b91a66fbc4d22efefbb7272140829695a3917433d5beb981b76166d13f8a02000000cdf5",
        "0e00009dd7",
        "37917f1af31ec5940705f34d1e5550607d5b2f9fe7d496b6020000001a00670d124926004366532e8d927a33fe84"
            + "e782a9594d39157d065e",
        "90b0757cfed0243017eaf5e089f8583b9839d61b050924d2020000002700b13938b67121b6d528e7de206b0d7c5a94587a"
            + "471b33ebfb012ced8f1261135566ed756e3910b5",
        "88fdefd7f941b63c242b7f84b3d786886340a4a8b1c1eaa0020000001a00066819a2956e6a79af6ed66d257b2767"
            + "15f51f63a8beb9ed0d47",
        "99c8613a9f6ab6d3fb0399d37ad38c5c003ac139b1567bc102000000380028cdcc668c08da47bf323bf9371ebf068f6d48"
            + "0438563660780a4234d9a23794e305ee37878874ede106a0bbfcf5b60e0c2e2ba17248a02b",
        "19467990b69ffbe3d484a5882c995449e3ebc878712152e7020000003e00b30d19e0c0a12f4d8c887864877b885343782"
            + "5d587f85bb6c21bf674e204a685ac5e40e8a5fdb85349f520069496f092fab63736928c0933db34cfa21809",
    ]

    /// Sesame's published messages: a registration, and the first messages of a link.
    private static let sesame = [
        "03080ea1b2c3d4", "0302f23e01b7", "0507d56b5cb2c6ab31ec6ba2", "05ec8e62965bea70a6a9a1e76685",
        "05f547f397352b58d95f8bc4c0", "0555ea68e3cb62b8", "0553d000352ce6a5d2f1ea93adc6", "03070109",
        "0101515c3d6eb9e396b904d3feca7f54fdcd0cc1", "00e997bf375dca515ad0a6c3b4035f4536be3a50",
        "00f318fbf9a5475902a221502bef0d57e08c53b2", "02cc0a56f17d9f935400f15365",
        "01070100b80b00800000129cff6400000057e977", "00f6db7e33c3fe7acf2842ed987009caf56d4586",
        "02c471c2ec",
    ]

    /// A link with a SwitchBot lock, encrypted with openssl: the vector, the state, and an unlock.
    private static let switchBot = [
        "570000000f21035a", "01000000f0e1d2c3b4a5968778695a4b3c2d1e0f", "575af0e1d3c38715", "015af0e15c8c",
        "575af0e1d3c20715bd32", "015af0e1", "0f5af0e16c8c", "0f5af0e14c8c", "575af0e1d28d060aadb2e1da", "575af0e1de",
        "015af0e1b8df",
    ]
}
