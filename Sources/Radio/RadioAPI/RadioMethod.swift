// Whoever has the radio's methods has what they are made of.
@_exported public import MethodAPI
import RPC
package import Wire

/// A method of the radio. `Protocol/contract/radio.json` is the authority.
package protocol RadioMethod: TypedMethod {}

extension RadioMethod {
    /// Whether something has happened is not known.
    package static func disagreement(_ what: String, _ fault: FieldFault) -> WireError { badAnswer(fault.description) }

    static func call(
        _ connection: RPCClient, _ params: Params, timeout: Duration? = nil
    ) async throws(WireError) -> Result {
        try result(try await connection.call(name, params.jsonText, timeout: timeout))
    }
}

/// `radio.get`: the radio's state.
package enum RadioGet: RadioMethod {
    package static let name = "radio.get"
    package typealias Params = NoParameters
    package typealias Result = RadioStatus
}

/// `radio.watch`: the radio's state, now and after each change.
package enum RadioWatch: RadioMethod {
    package static let name = "radio.watch"
    package typealias Params = NoParameters
    package typealias Result = Nothing
}

/// `radio.scan`: devices as they are heard.
package enum RadioScan: RadioMethod {
    package static let name = "radio.scan"
    package typealias Params = ScanParameters
    package typealias Result = Nothing
}

/// `link.open`: connects to a device and leases it.
package enum LinkOpen: RadioMethod {
    package static let name = "link.open"
    package typealias Params = LinkOpenParameters
    package typealias Result = LinkEnd
}

/// `link.read`: reads a characteristic.
package enum LinkRead: RadioMethod {
    package static let name = "link.read"
    package typealias Params = LinkAccessParameters
    package typealias Result = LinkReadResult
}

/// `link.write`: writes a characteristic.
package enum LinkWrite: RadioMethod {
    package static let name = "link.write"
    package typealias Params = LinkWriteParameters
    package typealias Result = Nothing
}

/// `link.limit`: sets how long a write with `commit` may still leave.
package enum LinkLimit: RadioMethod {
    package static let name = "link.limit"
    package typealias Params = LinkLimitParameters
    package typealias Result = Nothing
}

/// `link.subscribe`: asks for a characteristic's values.
package enum LinkSubscribe: RadioMethod {
    package static let name = "link.subscribe"
    package typealias Params = LinkAccessParameters
    package typealias Result = Nothing
}
