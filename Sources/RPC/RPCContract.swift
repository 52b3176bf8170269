package import Wire

/// The contract of the methods that every server has, as this program was built with.
package enum RPCContract {
    /// The file `Protocol/contract/rpc.json`, byte for byte: what `rpc.describe` answers.
    package static var bytes: [UInt8] { PackageResources.rpc_json }

    /// Reads ``bytes``, anew at each call: keep the result.
    package static func contract() throws(ContractFault) -> Contract { try Contract(bytes: bytes) }
}
