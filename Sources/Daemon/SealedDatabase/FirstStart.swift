internal import Glibc
package import LinuxSupport

/// Whether this is a daemon's first start, when it may create a store. An empty file marks that, and the daemon removes
/// it once the store exists: a store missing later does not mean a first start.
package struct FirstStart: Sendable {
    /// The suffix of the file's name, after the name of the store or the key.
    package static let suffix = "-first-start"

    private let places: [String]

    /// Looks beside the store, and beside the key if that is a file.
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

    /// Removes the file, because there is a store. Throws if the file stays, since a store lost later would then be
    /// created again.
    package func end() throws(StoreError) {
        for place in places where unsafe unlink(place) != 0 && errno != ENOENT {
            throw StoreError(.unavailable, "the file that marks a first start cannot be removed; remove it")
        }
    }

    /// Marks the key at this path as not having sealed anything yet.
    package static func mark(key: String) throws(ConfigurationError) {
        let path = key + suffix
        do {
            try SecretFile.create(path, bytes: [])
        } catch {
            throw ConfigurationError("\(path): \(error.message)")
        }
    }
}
