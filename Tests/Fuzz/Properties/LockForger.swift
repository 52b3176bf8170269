import LockProtocol
import NukiProtocol
import SesameProtocol
import SwitchBotProtocol
import Wire

/// Makes packets that nobody requested. The packets are of four kinds: noise, unencrypted messages, messages sealed
/// with an unknown key, and messages sealed with the right key. The last kind is possible only for an attacker who owns
/// the lock or the client.
struct LockForger {
    /// The side that receives the packets.
    enum Hearer {
        case key, lock
    }

    /// Forged packets, and whether the right key was needed to make them.
    struct Forgery {
        var packets: [LockPacket]
        var isGenuine: Bool
    }

    let family: LockFamily
    let hearer: Hearer
    private let choice: LockFamily.Choice
    /// The number of the lock's challenges that the attacker has not answered yet.
    private(set) var challenges = 0
    private var challenge = [UInt8](repeating: 0x5A, count: 32)
    private var reassembler = NukiReassembler(.sealed)
    private var token: [UInt8] = [0xA1, 0xB2, 0xC3, 0xD4]
    private var session: SesameSession?
    private var switchBot: SwitchBotSession?
    private var random = FuzzRandom(state: 7)

    init(_ family: LockFamily, _ choice: LockFamily.Choice, for hearer: Hearer) throws {
        self.choice = choice
        self.family = family
        self.hearer = hearer
        if family == .sesame { session = try session(token) }
    }

    /// Learns the secrets of the session from a packet that the lock has sent.
    mutating func hears(_ packet: LockPacket) {
        switch family {
        case .nuki:
            guard packet.characteristic == NukiCharacteristic.user, let key = try? NukiSharedKey(choice.nukiKey),
                case .sealed(let frame)? = try? reassembler.append(packet.bytes),
                let message = try? frame.message(key: key), message.command == .challenge
            else { return }
            challenge = message.payload
            challenges += 1
        case .sesame:
            guard packet.bytes.count == 7, packet.bytes.starts(with: [3, 8, 14]) else { return }
            token = Array(packet.bytes.suffix(SesameSession.tokenSize))
            session = try? session(token)
        case .switchBot:
            guard packet.bytes.count == 20, packet.bytes.starts(with: [1, 0, 0, 0]) else { return }
            switchBot = try? choice.switchBotKey.session(vector: Array(packet.bytes.suffix(16)))
        }
    }

    /// The next forged packets, chosen by the fuzzer's next bytes.
    mutating func next(_ source: inout ByteSource) throws -> Forgery {
        let how = source.byte()
        guard how & 7 != 0 else {
            let channel = source.element(of: family.characteristics) ?? ""
            let noise = LockPacket(characteristic: channel, bytes: source.take(Int(source.byte()) + Int(how & 8) * 32))
            return Forgery(packets: [noise], isGenuine: false)
        }
        return switch family {
        case .nuki: try nuki(how, &source)
        case .sesame: try sesame(how, &source)
        case .switchBot: try switchBot(how, &source)
        }
    }

    private func session(_ token: [UInt8]) throws -> SesameSession {
        try SesameDeviceSecret(choice.sesameSecret).session(token: token)
    }
}

/// The forged packets for Nuki.
extension LockForger {
    private static let commands: [NukiCommand] = [
        .requestData, .publicKey, .challenge, .authorizationAuthenticator, .authorizationData, .authorizationID,
        .keyturnerStates, .lockAction, .status, .batteryReport, .errorReport, .requestConfig, .config,
        .authorizationIDConfirmation, .verifySecurityPIN, .authorizationInfo, .simpleLockAction,
    ]

    private mutating func nuki(_ how: UInt8, _ source: inout ByteSource) throws -> Forgery {
        let command = source.element(of: Self.commands) ?? .status
        let payload = nukiPayload(of: command, &source)
        let message = NukiMessage(command, payload)
        guard how & 4 != 0 else {
            let channel = family.characteristics[Int(how >> 3) % 4]
            return Forgery(packets: [LockPacket(characteristic: channel, bytes: message.plainFrame)], isGenuine: false)
        }
        let isGenuine = how & 3 != 0
        let key = isGenuine ? choice.nukiKey : [UInt8](repeating: 0xEE, count: NukiSharedKey.size)
        let authID: UInt32 = how & 16 == 0 ? 2 : 3
        guard
            let frame = try? NukiSealedFrame(
                sealing: message, authID: authID, key: try NukiSharedKey(key),
                nonce: random.bytes(NukiSealedFrame.nonceSize))
        else { return Forgery(packets: [], isGenuine: false) }
        // Only messages for the key side are divided into pieces.
        let pieces =
            hearer == .lock ? [frame.encoded] : NukiSegmentation.pieces(of: frame.encoded, mtu: how & 8 == 0 ? 247 : 23)
        let packets = pieces.map { LockPacket(characteristic: NukiCharacteristic.user, bytes: $0) }
        return Forgery(packets: packets, isGenuine: isGenuine)
    }

    /// A payload that suits the command, or an arbitrary payload.
    private mutating func nukiPayload(of command: NukiCommand, _ source: inout ByteSource) -> [UInt8] {
        let choice = source.byte()
        guard choice & 3 != 0 else { return source.take(Int(choice >> 2)) }
        switch command {
        case .requestData: return [choice & 4 == 0 ? 4 : source.byte(), 0]
        case .challenge, .requestConfig: return challenge
        case .lockAction:
            let action = NukiDoorAction(rawValue: 1 + choice >> 2 % 6) ?? .unlock
            return NukiActionRequest(action, appID: 0, suffix: choice & 64 == 0 ? nil : "ada", nonce: challenge).payload
        case .simpleLockAction: return [choice >> 2] + challenge
        case .verifySecurityPIN: return challenge + source.take(2 + 2 * Int(choice & 4))
        case .status: return [choice >> 2 & 1]
        case .errorReport: return [source.byte(), 0x0D, 0]
        case .keyturnerStates:
            let battery = NukiBattery(isCritical: false, percent: 50)
            let time = NukiTimestamp(unixSeconds: LockFamily.clockStart)
            let state = NukiLockState(rawValue: choice >> 2 < 9 ? choice >> 2 : 0xFE)
            let states = NukiKeyturnerStates(lockState: state, time: time, battery: battery)
            return states.payload + source.take(Int(source.byte() & 15))
        case .config:
            let time = NukiTimestamp(unixSeconds: LockFamily.clockStart)
            return NukiConfiguration(nukiID: 1, name: "Front Door", time: time).payload
        default: return random.bytes(Int(choice >> 1))
        }
    }
}

/// The forged packets for Sesame.
extension LockForger {
    private mutating func sesame(_ how: UInt8, _ source: inout ByteSource) throws -> Forgery {
        let channel = hearer == .key ? SesameCharacteristic.notify : SesameCharacteristic.write
        let message = hearer == .key ? report(&source) : request(&source)
        var isGenuine = false
        let parcel: SesameParcel
        if how & 4 == 0 {
            // The first message from the lock is the token. The first message to the lock is the proof, and nobody can
            // make the proof without the secret.
            let opening = hearer == .key ? [8, 14] + token : [2] + (session?.proof ?? [])
            isGenuine = how & 3 == 3 && hearer == .lock
            parcel = SesameParcel(how & 3 == 3 ? opening : message, isSealed: false)
        } else if how & 3 != 0, var own = session {
            parcel = try own.seal(message)
            // Sometimes the session does not advance, so that two messages have the same sequence number.
            if how & 8 == 0 { session = own }
            isGenuine = true
        } else {
            var strange = try SesameDeviceSecret([UInt8](repeating: 0xEE, count: 16)).session(token: token)
            parcel = try strange.seal(message)
        }
        let packets = parcel.packets.map { LockPacket(characteristic: channel, bytes: $0) }
        return Forgery(packets: packets, isGenuine: isGenuine)
    }

    private func report(_ source: inout ByteSource) -> [UInt8] {
        let choice = source.byte()
        let items: [SesameItem] = [
            .mechStatus, .unlock, .login, .mechSetting, .time, .version, .registration, .initial,
        ]
        let item = items[Int(choice >> 1) % items.count]
        guard choice & 1 == 0 else { return SesameReport.publish(item, source.take(Int(choice >> 4))).encoded }
        guard item == .mechStatus else {
            let payload = source.take(Int(source.byte() & 15))
            return SesameReport.response(item, SesameResult(rawValue: choice >> 5), payload).encoded
        }
        var status = SesameMechStatus(position: 5)
        status.isStopped = choice & 16 == 0
        status.isInUnlockRange = choice & 32 != 0
        status.isInLockRange = choice & 32 == 0
        status.isCritical = choice & 0xC0 == 0xC0
        return SesameReport.publish(item, status.payload).encoded
    }

    private func request(_ source: inout ByteSource) -> [UInt8] {
        let choice = source.byte()
        let items: [SesameItem] = [
            .unlock, .lock, .mechSetting, .autoLock, .time, .version, .history, .registration, .login, .reset,
        ]
        let item = items[Int(choice & 15) % items.count]
        // The payload is limited, because a sealed message of the protocol has a maximum length.
        guard choice & 16 != 0 else { return SesameRequest(item, source.take(min(Int(source.byte()), 250))).encoded }
        switch item {
        case .unlock, .lock: return SesameRequest(item, SesameHistoryTag.text("ada").payload).encoded
        case .autoLock: return SesameRequest(item, [choice >> 5, 0]).encoded
        case .mechSetting: return SesameRequest(item, source.take(4)).encoded
        default: return SesameRequest(item, source.take(Int(choice >> 5))).encoded
        }
    }
}

/// The forged packets for SwitchBot.
extension LockForger {
    private mutating func switchBot(_ how: UInt8, _ source: inout ByteSource) throws -> Forgery {
        let channel = hearer == .key ? SwitchBotCharacteristic.notify : SwitchBotCharacteristic.write
        let key = try choice.switchBotKey
        guard how & 4 != 0 else {
            // The first message from the lock is the vector. The first message to the lock is the request for the
            // secret.
            let vector = random.bytes(SwitchBotSession.vectorSize)
            if hearer == .key { switchBot = try key.session(vector: vector) }
            let opening =
                hearer == .key
                ? SwitchBotReply(vector: vector).encoded
                : SwitchBotRequest(plain: .session(keyID: how & 8 == 0 ? key.id : source.byte())).encoded
            return Forgery(packets: [LockPacket(characteristic: channel, bytes: opening)], isGenuine: false)
        }
        guard let session = switchBot else { return Forgery(packets: [], isGenuine: false) }
        let isGenuine = how & 3 != 0
        let strange = try SwitchBotKey(id: key.id, [UInt8](repeating: 0xEE, count: SwitchBotKey.size))
        let own = isGenuine ? session : try strange.session(vector: random.bytes(SwitchBotSession.vectorSize))
        let bytes = hearer == .key ? try switchBotReply(own, &source) : try switchBotRequest(own, &source)
        return Forgery(packets: [LockPacket(characteristic: channel, bytes: bytes)], isGenuine: isGenuine)
    }

    private func switchBotReply(_ session: SwitchBotSession, _ source: inout ByteSource) throws -> [UInt8] {
        let choice = source.byte()
        let results: [SwitchBotResult] = [.ok, .ok, .lowBattery, .report, .busy, .unsupported, .failed]
        let result = results[Int(choice & 7) % results.count]
        guard choice & 8 == 0 else {
            return try SwitchBotReply(result, source.take(Int(choice >> 4)), in: session).encoded
        }
        var info = SwitchBotLockInfo()
        info.bolt = SwitchBotBolt(rawValue: choice >> 4 & 7) ?? .unlocked
        info.isCalibrated = choice < 0xF0
        return try SwitchBotReply(result, info.payload, in: session).encoded
    }

    private func switchBotRequest(_ session: SwitchBotSession, _ source: inout ByteSource) throws -> [UInt8] {
        let choice = source.byte()
        let commands: [SwitchBotCommand] = [
            .unlock, .lock, .lockInfo, .basicInfo, .unlockOnly, .reports(isOn: true), .reports(isOn: false),
        ]
        guard choice & 8 == 0 else {
            var noise = try SwitchBotRequest(.lockInfo, in: session)
            noise.content = try session.crypt(source.take(Int(choice >> 4)))
            return noise.encoded
        }
        return try SwitchBotRequest(commands[Int(choice & 7) % commands.count], in: session).encoded
    }
}

extension LockFamily.Choice {
    /// The key that the key side and a SwitchBot lock share from the start.
    var switchBotKey: SwitchBotKey {
        get throws(SwitchBotError) {
            let published = Hex.decode("0f1e2d3c4b5a69788796a5b4c3d2e1f0") ?? []
            return try SwitchBotKey(id: 0x5A, isPublished ? published : [UInt8](repeating: 0xA7, count: 16))
        }
    }
}
