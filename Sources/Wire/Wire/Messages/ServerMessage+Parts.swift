/// The members of a welcome. They are collected one after the other.
struct WelcomeParts {
    static let members = ["proto", "server", "features", "limits", "peer", "contracts"]

    private(set) var welcome = Welcome(
        serverName: "", serverVersion: "", epoch: "", features: [], limits: .standard, peerUID: .max, peerGIDs: [],
        contracts: [:])

    mutating func take(_ key: String, _ json: JSON) throws(FieldFault) {
        switch key {
        case "proto":
            guard case .integer(let proto) = json, (0...65_535).contains(proto) else {
                throw FieldFault("", "must be an integer from 0 to 65535")
            }
            welcome.proto = Int(proto)
        case "server":
            var fields = try JSONFields(json)
            welcome.serverName = try fields.string("name", bytes: 1...64)
            welcome.serverVersion = try fields.string("version", bytes: 1...64)
            welcome.epoch = try fields.string("epoch", bytes: 1...64)
        case "features": welcome.features = try Hello.features(json)
        case "limits": welcome.limits = try WireLimits(json: json)
        case "peer": try takePeer(json)
        default: try takeContracts(json)
        }
    }

    private mutating func takePeer(_ json: JSON) throws(FieldFault) {
        var fields = try JSONFields(json)
        welcome.peerUID = UInt32(try fields.integer("uid", in: 0...Int64(UInt32.max)))
        guard case .array(let elements) = fields.optionalJSON("gids") ?? [] else {
            throw fields.fault("gids", "must be an array")
        }
        welcome.peerGIDs = []
        for element in elements {
            guard let gid = element.integerValue.flatMap(UInt32.init(exactly:)) else {
                throw fields.fault("gids", "must be an array of group ids")
            }
            welcome.peerGIDs.append(gid)
        }
    }

    private mutating func takeContracts(_ json: JSON) throws(FieldFault) {
        guard case .object(let object) = json else { throw FieldFault("", "must be an object") }
        welcome.contracts = [:]
        for member in object.members {
            guard case .string(let digest) = member.value else {
                throw FieldFault(FieldFault.token(member.key), "must be a string")
            }
            welcome.contracts[member.key] = digest
        }
    }
}

extension Welcome {
    func write(to writer: inout JSONWriter) {
        writer.member("type", "welcome")
        writer.member("proto", Int64(proto))
        writer.member(
            "server",
            JSON.members(
                ("name", .string(serverName)), ("version", .string(serverVersion)), ("epoch", .string(epoch))))
        writer.member("features", features)
        writer.member("limits", limits)
        writer.member(
            "peer",
            JSON.members(
                ("uid", .integer(Int64(peerUID))), ("gids", .array(peerGIDs.map { .integer(Int64($0)) }))))
        let sorted = contracts.sorted.map { JSONMember(key: $0.service, value: .string($0.digest)) }
        writer.member("contracts", JSON.object(JSONObject(sorted)))
    }
}

extension WireLimits: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        let bytes: ClosedRange<Int64> = 1...Int64(Frame.largestPayload)
        let count: ClosedRange<Int64> = 0...1_000_000
        self.init(
            helloFrame: Int(try fields.integer("hello_frame", in: bytes)),
            frameIn: Int(try fields.integer("frame_in", in: bytes)),
            frameOut: Int(try fields.integer("frame_out", in: bytes)),
            item: Int(try fields.integer("item", in: bytes)),
            inflight: Int(try fields.integer("inflight", in: count)),
            streams: Int(try fields.integer("streams", in: count)),
            pingInterval: .milliseconds(try fields.integer("ping_min_ms", in: 0...JSON.largestInteger)),
            idle: .milliseconds(try fields.integer("idle_ms", in: 0...JSON.largestInteger)))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("hello_frame", helloFrame)
        writer.member("frame_in", frameIn)
        writer.member("frame_out", frameOut)
        writer.member("item", item)
        writer.member("inflight", inflight)
        writer.member("streams", streams)
        writer.member("ping_min_ms", pingInterval.milliseconds)
        writer.member("idle_ms", idle.milliseconds)
    }
}

extension Item {
    func write(to writer: inout JSONWriter) {
        writer.fragment("{\"type\":\"item\",\"id\":")
        writer.integer(id)
        if let seq {
            writer.fragment(",\"seq\":")
            writer.integer(seq)
        }
        writer.fragment(",\"kind\":")
        writer.string(kind)
        writer.fragment(",\"data\":")
        writer.text(data)
        if let coalesced {
            writer.fragment(",\"coalesced\":")
            writer.integer(Int64(coalesced))
        }
        writer.fragment("}")
    }
}

extension Goaway {
    func write(to writer: inout JSONWriter) {
        writer.member("type", "goaway")
        writer.member("code", code.rawValue)
        writer.member("reason", reason)
        writer.member("last_id", lastID)
        writer.member("retry_after_ms", retryAfter?.milliseconds)
        writer.member("details", details)
    }
}

extension Item {
    /// The maximum number of bytes of an item's payload. The item's data is not counted. It is computed for the largest
    /// numbers, and for a kind in which each byte needs an escape.
    @inline(__always)
    static func largestEnvelope(of kind: String) -> Int { 128 + 6 * kind.utf8.count }
}
