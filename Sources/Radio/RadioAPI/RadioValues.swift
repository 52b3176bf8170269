// A target that imports the radio's methods also gets their value types.
@_exported public import MethodAPI
package import RadioModel
import Wire

// The members of these values come from `Protocol/contract`. The following code adds functions for their readers.

/// An item of a link. The first item says that the link is up. Then come the values of subscribed characteristics. The
/// last item says that the link ended by itself, because of `remote`, `supervision` or `adapter`.
package typealias LinkItem = LinkOpen.Item

extension LinkAccessParameters {
    package init(link: String, path: CharacteristicPath) {
        self.init(link: link, service: path.service, characteristic: path.characteristic)
    }

    package var path: CharacteristicPath { CharacteristicPath(service: service, characteristic: characteristic) }
}

extension LinkWriteParameters {
    /// The largest number of bytes of a value, according to Bluetooth's core specification (vol 3, part F, 3.2.9).
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
