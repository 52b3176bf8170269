// A target that imports the radio's methods also gets the values in them.
@_exported public import MethodAPI
package import RadioModel
import Wire

// Additions for readers of the values; their members are from `Protocol/contract`.

/// An item of a link: it is up, first and once; a value that was subscribed to; it ended by itself, for `remote`,
/// `supervision` or `adapter`, last.
package typealias LinkItem = LinkOpen.Item

extension LinkAccessParameters {
    package init(link: String, path: CharacteristicPath) {
        self.init(link: link, service: path.service, characteristic: path.characteristic)
    }

    package var path: CharacteristicPath { CharacteristicPath(service: service, characteristic: characteristic) }
}

extension LinkWriteParameters {
    /// The most bytes of a value, by Bluetooth's core specification (vol 3, part F, 3.2.9).
    package static let longest = 512

    package init(link: String, path: CharacteristicPath, value: [UInt8], commit: Bool) {
        self.init(
            link: link, service: path.service, characteristic: path.characteristic, value: value, commit: commit)
    }

    package var path: CharacteristicPath { CharacteristicPath(service: service, characteristic: characteristic) }
}

extension LinkValue {
    package init(path: CharacteristicPath, value: [UInt8]) {
        self.init(service: path.service, characteristic: path.characteristic, value: value)
    }

    package var path: CharacteristicPath { CharacteristicPath(service: service, characteristic: characteristic) }
}
