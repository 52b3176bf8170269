package import Foundation

/// The values of ``AppStorage`` in a file: `$XDG_STATE_HOME/NAME/values.json`, where NAME is the program's name, or
/// `~/.local/state/NAME/values.json`. Only its owner can read the file, which is always replaced as a whole. A file
/// that is not a JSON object, or is larger than 1 MiB, is moved aside as `values.json.damaged`.
package final class AppStore {
    private let file: URL?
    private var values: [String: Any] = [:]
    private var watches: [ObjectIdentifier: (key: String, node: () -> ViewNode?)] = [:]
    private var hasComplained = false

    /// The program's own store.
    static let shared = AppStore(file: file())

    /// The largest size of the file, in bytes.
    private static let most = 1 << 20

    /// Creates a store. Without a file, the values are forgotten when the program ends.
    package init(file: URL?) {
        self.file = file
        guard let file, let data = Self.content(of: file) else { return }
        if let found = Self.values(in: data) {
            values = found
        } else {
            let aside = file.appendingPathExtension("damaged")
            try? FileManager.default.removeItem(at: aside)
            try? FileManager.default.moveItem(at: file, to: aside)
            complain("\(file.path) is damaged; it is now \(aside.lastPathComponent)")
        }
    }

    /// Returns the bytes of a regular file, up to one byte beyond the limit, or nil for any other kind of file, because
    /// reading a pipe would block.
    private static func content(of file: URL) -> Data? {
        let path = file.resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let handle = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: most + 1)) ?? Data()
    }

    private static func values(in data: Data) -> [String: Any]? {
        guard data.count <= most else { return nil }
        return try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    }

    /// Returns the program's own file, or nil if there is no place for the file. If several people share an account,
    /// `person` names the folder for one person's file.
    package static func file(of person: String? = nil) -> URL? {
        let environment = ProcessInfo.processInfo.environment
        let name = ProcessInfo.processInfo.processName.filter { $0 != "/" && $0 != "\0" }
        guard !name.isEmpty, name.first != "." else { return nil }
        // A relative path in the variable is invalid (XDG Base Directory Specification).
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let folder = state ?? home?.appendingPathComponent(".local/state")
        let own = folder?.appendingPathComponent(name)
        return (person.map { own?.appendingPathComponent($0) } ?? own)?.appendingPathComponent("values.json")
    }

    /// The value with a name, as JSON. Setting the value writes the file and redraws the views that show the value.
    subscript(key: String) -> Any? {
        get { values[key] }
        set {
            // Another process of the same person may have set other values in the meantime.
            if let file, let now = Self.content(of: file).flatMap(Self.values) { values = now }
            values[key] = newValue
            save()
            for (id, watch) in watches where watch.key == key {
                if let node = watch.node() { node.invalidate() } else { watches[id] = nil }
            }
        }
    }

    private func save() {
        guard let file else { return }
        do {
            guard JSONSerialization.isValidJSONObject(values) else { throw CocoaError(.propertyListWriteInvalid) }
            let data = try JSONSerialization.data(withJSONObject: values, options: [.sortedKeys])
            guard data.count <= Self.most else { throw CocoaError(.fileWriteOutOfSpace) }
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let next = folder.appendingPathComponent(".values.\(getpid())")
            try? FileManager.default.removeItem(at: next)
            guard
                FileManager.default.createFile(
                    atPath: next.path, contents: data, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
            guard unsafe rename(next.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            complain("\(file.path) could not be written: values are lost when the program ends")
        }
    }

    /// Reports a problem, but only the first one.
    private func complain(_ words: String) {
        guard !hasComplained else { return }
        hasComplained = true
        FileHandle.standardError.write(Data((words + "\n").utf8))
    }

    /// The registration of a view that shows a value. The registration lives as long as the view.
    final class Watch {
        private let store: AppStore

        init(_ store: AppStore, _ key: String, _ node: ViewNode) {
            self.store = store
            store.watches[ObjectIdentifier(self)] = (key, { [weak node] in node })
        }

        isolated deinit { store.watches[ObjectIdentifier(self)] = nil }
    }
}

nonisolated extension EnvironmentValues {
    /// The store of ``AppStorage``, or nil for the program's own store.
    @Entry package var appStore: AppStore? = nil
}
