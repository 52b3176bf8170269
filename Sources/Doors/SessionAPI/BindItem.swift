package import RadioModel
import SeamModel
package import Wire

extension LocksBind {
    /// How pairing goes on.
    package enum Item: StreamItem {
        /// A lock that may be the one.
        case found(Found)
        /// Something that a person must do.
        case prompt(Prompt)
        case phase(bindID: String, phase: Phase, detail: String?)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "found": self = .found(try Found(json: data))
            case "prompt": self = .prompt(try Prompt(json: data))
            case "phase":
                var fields = try JSONFields(data)
                let bindID = try fields.string("bind_id", bytes: 1...128)
                let phase: Phase = try fields.enumeration("phase")
                self = .phase(
                    bindID: bindID, phase: phase, detail: try fields.optionalString("detail", bytes: 0...1024))
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .found: "found"
            case .prompt: "prompt"
            case .phase: "phase"
            }
        }

        package var json: JSON {
            switch self {
            case .found(let found): found.json
            case .prompt(let prompt): prompt.json
            case .phase(let bindID, let phase, let detail):
                .members(
                    ("bind_id", .string(bindID)), ("phase", .string(phase.rawValue)),
                    ("detail", detail.map(JSON.string)))
            }
        }
    }

    /// How far a binding is.
    package enum Phase: String, Sendable, Hashable, CaseIterable {
        case scanning
        case connecting
        case authenticating
        case operating
    }

    /// A lock in range that its provider would pair with.
    package struct Found: JSONRecord, Hashable {
        package var bindID: String
        package var device: DeviceAddress
        /// What the lock calls itself. Untrusted text.
        package var name: String?
        package var rssiDBm: Int
        /// Whether the lock says that it can be paired; a lock that cannot has an owner. Nil if it does not say.
        package var isReadyToPair: Bool?
        package var detail: String?

        package init(
            bindID: String, device: DeviceAddress, name: String? = nil, rssiDBm: Int, isReadyToPair: Bool? = nil,
            detail: String? = nil
        ) {
            self.bindID = bindID
            self.device = device
            self.name = name
            self.rssiDBm = rssiDBm
            self.isReadyToPair = isReadyToPair
            self.detail = detail
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            bindID = try fields.string("bind_id", bytes: 1...128)
            device = try fields.value("device")
            name = try fields.optionalString("name", bytes: 0...1024)
            rssiDBm = Int(try fields.integer("rssi_dbm", in: -128...20))
            isReadyToPair = try fields.optionalBool("ready_to_pair")
            detail = try fields.optionalString("detail", bytes: 0...1024)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("bind_id", bindID)
            writer.member("device", device)
            writer.member("name", name)
            writer.member("rssi_dbm", rssiDBm)
            writer.member("ready_to_pair", isReadyToPair)
            writer.member("detail", detail)
        }
    }

    /// A question to the person at the lock.
    package struct Prompt: JSONRecord, Hashable {
        /// What is asked.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Needs no answer: the lock notices.
            case pressButton = "press_button"
            /// Answered with digits, which the client must not echo.
            case enterPIN = "enter_pin"
            /// Answered with the key that a lock's owner shares, at most 512 bytes, which the client must not echo. An
            /// empty answer means that nobody has one.
            case enterKey = "enter_key"
            /// Answered with `yes` or `no`.
            case confirmIdentity = "confirm_identity"
        }

        package var bindID: String
        package var promptID: String
        package var kind: Kind
        package var text: String
        /// How long the daemon waits for an answer.
        package var expires: Duration

        package init(bindID: String, promptID: String, kind: Kind, text: String, expires: Duration) {
            self.bindID = bindID
            self.promptID = promptID
            self.kind = kind
            self.text = text
            self.expires = expires
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            bindID = try fields.string("bind_id", bytes: 1...128)
            promptID = try fields.string("prompt_id", bytes: 1...128)
            kind = try fields.enumeration("kind")
            text = try fields.string("text", bytes: 0...1024)
            expires = .milliseconds(try fields.integer("expires_ms", in: 0...600_000))
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("bind_id", bindID)
            writer.member("prompt_id", promptID)
            writer.member("kind", kind.rawValue)
            writer.member("text", text)
            writer.member("expires_ms", expires.milliseconds)
        }
    }
}
