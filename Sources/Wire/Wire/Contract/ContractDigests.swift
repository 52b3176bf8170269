/// The contracts that a server serves. Each entry has a service's name and the digest of its contract.
///
/// There are only a few contracts, so an array is searched faster than a dictionary. If it used a dictionary, a program
/// that makes one call and ends would have to wait while the runtime builds the dictionary's type.
package struct ContractDigests: Sendable, ExpressibleByDictionaryLiteral {
    private var entries: [(service: String, digest: String)]

    /// Creates a table. If a name occurs twice, the last entry is used.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// Creates a table. If a name occurs twice, the last entry is used.
    package init(_ elements: some Sequence<(String, String)>) {
        entries = []
        for (service, digest) in elements { self[service] = digest }
    }

    /// The digest of a service's contract. Returns nil for a service that is not in the table.
    package subscript(service: String) -> String? {
        get { entries.first { $0.service == service }?.digest }
        set {
            entries.removeAll { $0.service == service }
            if let newValue { entries.append((service, newValue)) }
        }
    }

    /// The entries, sorted by service name.
    package var sorted: [(service: String, digest: String)] { entries.sorted { $0.service < $1.service } }
}

extension ContractDigests: Hashable {
    package static func == (left: ContractDigests, right: ContractDigests) -> Bool {
        left.sorted.elementsEqual(right.sorted) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        for entry in sorted {
            hasher.combine(entry.service)
            hasher.combine(entry.digest)
        }
    }
}
