internal import Glibc
package import LinuxSupport

/// Determines whether this is a daemon's first start, at which the daemon may create a store. An empty file marks the
/// first start, and the daemon removes the file once the store exists. Therefore, a store that is missing later does
/// not look like a first start.
package struct FirstStart: Sendable {
    /// The suffix of the marking file's name. It follows the name of the store or the key.
    package static let suffix = "-first-start"

    private let places: [String]

    /// Creates a check that looks for the marking file beside the store, and also beside the key if the key is a file.
    package init(store: String, key: String?) {
        places = [store, key].compactMap { $0.map { $0 + Self.suffix } }
    }

    /// Whether a store may be created.
    package var founding: StoreFounding {
        places.contains {
            var status = stat()
            return unsafe lstat($0, &status) == 0
        } ? .allowed : .refused
    }

    /// Removes the marking file, because the store exists. Throws if the file cannot be removed, because a store lost
    /// later would then be created again.
    package func end() throws(StoreError) {
        for place in places where unsafe unlink(place) != 0 && errno != ENOENT {
            throw StoreError(.unavailable, "the file that marks a first start could not be removed; remove it by hand")
        }
    }

    /// Marks the key at this path as a key that has not sealed anything yet.
    package static func mark(key: String) throws(ConfigurationError) {
        let path = key + suffix
        do {
            try SecretFile.create(path, bytes: [])
        } catch {
            throw ConfigurationError("\(path): \(error.message)")
        }
    }
}
