// A target that imports the session's methods also gets their value types.
@_exported public import MethodAPI
package import Wire

/// The names of the methods that change nothing. They are needed for calls without types.
///
/// The contracts define these methods. A method is among them if it may be repeated and ends with its connection, and
/// if it does not reveal a code, answer a prompt or set the log level.
package enum ReadingMethods {
    package static let names = ContractMethods.reading.union([
        "rpc.can", "rpc.describe", "rpc.health", "rpc.health.watch", "rpc.metrics", "rpc.stats", "rpc.whoami",
    ])
}

extension OutgoingCall {
    /// The same call. If the call's method only reads, the call is marked as such.
    package var markedIfItOnlyReads: OutgoingCall {
        var call = self
        call.onlyReads = ReadingMethods.names.contains(method)
        return call
    }
}
