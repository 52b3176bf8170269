import Glibc
import LinuxSupport
import SeamWords
import SignalCore
import Wire

/// Runs one of the operator's programs, which gets the message as JSON on its standard input. Such programs drive
/// gateways, sirens and lamps.
struct ProgramChannel: SenderChannel {
    let kind = ChannelKind.program
    let path: String
    /// The users who may own the program.
    let owners: Set<UInt32>
    /// How long the program may run.
    let limit: Duration

    func send(_ message: OutgoingMessage) async -> DeliveryResult {
        do throws(LinuxError) {
            try TrustedPath.checkProgram(path, owners: owners)
        } catch {
            return DeliveryResult(.temporary, error.message)
        }
        let program = ChildProgram(path: path, limit: limit)
        let end = await program.run(input: Array(Self.json(message).text.utf8) + [UInt8(ascii: "\n")])
        guard case .exited(let status, let line) = end else {
            return end.failure ?? DeliveryResult(.temporary, "\(end)")
        }
        var result = DeliveryResult(.accepted, "\(end)")
        switch status {
        case EX_OK:
            let answer = try? JSON(parsing: Array(line.utf8))
            result.remoteID = Self.remoteID(in: answer)
            result.isAcked = answer?["acked"]?.boolValue == true
        case EX_TEMPFAIL: result.outcome = .temporary
        case EX_USAGE...EX_CONFIG: result.outcome = .permanent
        // Any other failure may be temporary. The program may have done its work anyway.
        default: (result.outcome, result.isUncertain) = (.temporary, true)
        }
        return result
    }

    static func json(_ message: OutgoingMessage) -> JSON {
        var object = JSONObject()
        object["id"] = .string(message.name)
        object["kind"] = .string(message.kind)
        object["address"] = .string(message.address)
        object["language"] = .string(message.language.code)
        object["title"] = .string(message.title)
        object["text"] = .string(message.text)
        if let details = message.details { object["details"] = .string(details) }
        if let word = message.word { object["word"] = .string(word) }
        if let link = message.link { object["link"] = .string(link) }
        object["repeat"] = .bool(message.isRepeat)
        return .object(object)
    }

    /// Reads the id from `{"remote_id": "…"}`. Anything else is ignored.
    private static func remoteID(in answer: JSON?) -> String? {
        guard let text = answer?["remote_id"]?.stringValue else { return nil }
        let clean = PlainText.clean(text)
        return (1...128).contains(clean.utf8.count) ? clean : nil
    }
}
