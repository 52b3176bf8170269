// Whoever has the radio's methods has what they are made of.
@_exported public import MethodAPI
package import RadioModel
import Wire

// What readers of the values want besides their members, which are of `Protocol/contract`.

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
