package import Wire

/// The parameters of `operation.keep`: the new credential of a rotation. Secret.
package struct OperationKeep: Sendable, Hashable {
    /// What to store in place of the old credential.
    package var credential: [UInt8]

    /// The new credential.
    package init(credential: [UInt8]) {
        self.credential = credential
    }
}

extension OperationKeep: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        credential = try fields.bytes("credential", count: 1...OperationStart.secretLimit)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("credential", bytes: credential)
    }
}

/// Keeps the credential out of whatever prints the parameters.
extension OperationKeep: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a credential, hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
