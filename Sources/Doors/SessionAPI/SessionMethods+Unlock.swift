package import SeamModel
package import Wire

extension UnlockStart {
    /// The items for the attempt's callers, in order.
    package enum Item: StreamItem {
        case progress(UnlockItem)
        /// A prompt that the person must act on. Only callers receive prompts.
        case prompt(UnlockPrompt)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            if kind == "prompt" {
                self = .prompt(try UnlockPrompt(json: data))
            } else {
                guard let item = try UnlockItem(kind: kind, data: data) else { return nil }
                self = .progress(item)
            }
        }

        package var kind: String {
            switch self {
            case .progress(let item): item.kind
            case .prompt: "prompt"
            }
        }

        package var json: JSON {
            switch self {
            case .progress(let item): item.json
            case .prompt(let prompt): prompt.json
            }
        }
    }
}

extension UnlockStart.Params {
    /// The attempt's deadline when none is given.
    package static let defaultTimeout = Duration.seconds(10)
}

/// An event or a phase. The members of the value show which of the two it is. `kind` must say the same.
extension UnlockItem: StreamItem {
    package init?(kind: String, data: JSON) throws(FieldFault) {
        guard kind == "event" || kind == "phase" else { return nil }
        try self.init(json: data, at: "")
        guard self.kind == kind else { throw FieldFault("", "must be an item of kind \(kind)") }
    }
}

extension UnlockWatch {
    package enum Item: StreamItem {
        /// The journal's entry about the attempt at the beginning of the stream.
        case snapshot(Attempt)
        case progress(UnlockItem)
        /// The journal entry of an attempt that has ended.
        case result(Attempt)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try Attempt(json: data))
            case "result": self = .result(try Attempt(json: data))
            default:
                guard let item = try UnlockItem(kind: kind, data: data) else { return nil }
                self = .progress(item)
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .progress(let item): item.kind
            case .result: "result"
            }
        }

        package var json: JSON {
            switch self {
            case .progress(let item): item.json
            case .snapshot(let attempt), .result(let attempt): attempt.json
            }
        }
    }
}
