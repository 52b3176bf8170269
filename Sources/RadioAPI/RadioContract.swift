package import Wire

/// The contract of the radio service as this program was built with.
package enum RadioContract {
    /// The file `Protocol/contract/radio.json`, byte for byte: what `rpc.describe` answers.
    package static var bytes: [UInt8] { PackageResources.radio_json }

    /// Reads ``bytes`` again at each call: keep the result.
    package static func contract() throws(ContractFault) -> Contract { try Contract(bytes: bytes) }
}
