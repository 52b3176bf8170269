extension Hello {
    /// Reads the member `proto`, which has 1 to 16 versions.
    static func versions(_ json: JSON) throws(FieldFault) -> [Int] {
        guard case .array(let elements) = json, (1...16).contains(elements.count) else {
            throw FieldFault("", "must be an array of 1 to 16 integers")
        }
        var versions: [Int] = []
        for (index, element) in elements.enumerated() {
            guard case .integer(let version) = element, (1...65_535).contains(version) else {
                throw FieldFault("/\(index)", "must be an integer from 1 to 65535")
            }
            versions.append(Int(version))
        }
        return versions
    }

    /// Reads the member `client`.
    static func program(_ json: JSON) throws(FieldFault) -> (name: String, version: String) {
        var fields = try JSONFields(json)
        let program = (
            name: try fields.string("name", bytes: 1...64), version: try fields.string("version", bytes: 1...64)
        )
        try fields.end()
        return program
    }

    /// Reads a member `require` or `want`, which has up to 32 names.
    static func features(_ json: JSON) throws(FieldFault) -> [String] {
        var fields = try JSONFields(.object(JSONObject([JSONMember(key: "names", value: json)])))
        do {
            return try fields.strings("names", count: 0...32, bytes: 1...64)
        } catch {
            throw FieldFault(String(error.field.dropFirst("/names".count)), error.message)
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.member("type", "hello")
        writer.member("proto", proto)
        writer.key("client")
        writer.beginObject()
        writer.member("name", clientName)
        writer.member("version", clientVersion)
        writer.endObject()
        if !require.isEmpty { writer.member("require", require) }
        if !want.isEmpty { writer.member("want", want) }
    }
}

extension Call {
    /// Whether `text` consists of 16 to 64 characters of `[A-Za-z0-9_-]`.
    package static func isIdempotencyKey(_ text: String) -> Bool {
        (16...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Whether `text` contains only characters that are allowed in a W3C traceparent. The parts of the text are not
    /// checked, because the text is only passed on and compared.
    package static func isTraceparent(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    func write(to writer: inout JSONWriter) {
        Self.write(
            to: &writer, id: id, method: method, timeout: timeout, stream: stream, idem: idem, trace: trace
        ) { $0.params(params) }
    }

    /// Writes a call's message with these values. `params` writes the member `params`, or writes nothing.
    static func write(
        to writer: inout JSONWriter, id: Int64, method: String, timeout: Duration?, stream: StreamTerms?, idem: String?,
        trace: String?, _ params: (inout JSONWriter) -> Void
    ) {
        writer.fragment("{\"type\":\"call\",\"id\":")
        writer.integer(id)
        writer.fragment(",\"method\":")
        writer.string(method)
        params(&writer)
        if let timeout { writer.member("timeout_ms", timeout.milliseconds) }
        if let stream { writer.member("stream", stream) }
        if let idem { writer.member("idem", idem) }
        if let trace { writer.member("trace", trace) }
        writer.endObject()
    }
}

extension JSONWriter {
    private static let params: StaticString = ",\"params\":"

    /// Writes the parameters of a call as its member `params`. Writes nothing for `{}`.
    package mutating func params(_ text: JSONText) {
        guard !text.isEmptyObject else { return }
        fragment(Self.params)
        self.text(text)
    }

    /// Writes the parameters of a call as its member `params`. The parameters are an object.
    package mutating func params(_ value: some JSONWritable) {
        fragment(Self.params)
        value.write(to: &self)
    }

    /// Returns the parameters that `body` writes with ``params(_:)``.
    package static func paramsText(_ body: (inout JSONWriter) -> Void) -> JSONText {
        let bytes = bytes(body)
        return bytes.isEmpty ? .emptyObject : JSONText(checked: bytes[params.utf8CodeUnitCount...])
    }
}

extension StreamTerms: JSONRecord {
    /// The names of the members of stream terms.
    static let members = ["credit", "from", "on_gap", "policy", "heartbeat_ms"]

    /// The first member that is allowed only in streams of a topic. If there is no such member, the value is nil.
    var resumption: String? {
        if from != nil { return "from" }
        if onGap != nil { return "on_gap" }
        return heartbeat == nil ? nil : "heartbeat_ms"
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        credit = try fields.optionalInteger("credit", in: 1...1024).map(Int.init)
        from = try fields.optionalValue("from")
        onGap = try fields.optionalEnumeration("on_gap")
        policy = try fields.optionalString("policy", bytes: 1...32)
        heartbeat = try fields.optionalMilliseconds("heartbeat_ms", in: 1000...300_000)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("credit", credit)
        writer.member("from", from)
        writer.member("on_gap", onGap?.rawValue)
        writer.member("policy", policy)
        writer.member("heartbeat_ms", heartbeat?.milliseconds)
    }
}

extension StreamTerms.Start: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        switch json {
        case .string("now"): self = .now
        case .string("snapshot"): self = .snapshot
        case .object:
            var fields = try JSONFields(json, at: path)
            let epoch = try fields.string("epoch", bytes: 1...64)
            let seq = try fields.integer("seq", in: 0...JSON.largestInteger)
            try fields.end()
            self = .cursor(epoch: epoch, seq: seq)
        case .null, .bool, .integer, .number, .string, .array:
            throw FieldFault(path, "must be \"now\", \"snapshot\" or an object with epoch and seq")
        }
    }

    package var json: JSON {
        switch self {
        case .now: "now"
        case .snapshot: "snapshot"
        case .cursor(let epoch, let seq): .members(("epoch", .string(epoch)), ("seq", .integer(seq)))
        }
    }
}
