internal import Glibc
package import LinuxSupport

/// Whether this is a daemon's first start, so that it may make a store. An empty file says so, which the daemon removes
/// once the store is there: a store that is missing later is not a first start.
package struct FirstStart: Sendable {
    /// The suffix of the file's name, after that of the store or of the key.
    package static let suffix = "-first-start"

    private let places: [String]

    /// Looks beside the store, and beside the key where that is a file.
    package init(store: String, key: String?) {
        places = [store, key].compactMap { $0.map { $0 + Self.suffix } }
    }

    /// Whether a store may be made.
    package var founding: StoreFounding {
        places.contains {
            var status = stat()
            return unsafe lstat($0, &status) == 0
        } ? .allowed : .refused
    }

    /// Removes the file: there is a store. Throws if it stays, since a store that is lost later would be made again.
    package func end() throws(StoreError) {
        for place in places where unsafe unlink(place) != 0 && errno != ENOENT {
            throw StoreError(.unavailable, "the file that marks a first start cannot be removed; remove it")
        }
    }

    /// Says that the key at this path has sealed nothing yet.
    package static func mark(key: String) throws(ConfigurationError) {
        let path = key + suffix
        do {
            try SecretFile.create(path, bytes: [])
        } catch {
            throw ConfigurationError("\(path): \(error.message)")
        }
    }
}
