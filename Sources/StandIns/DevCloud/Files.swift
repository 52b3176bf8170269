import FoundationEssentials

/// The few file operations of the program.
enum Files {
    /// Returns the content of a file. Throws if the content is longer than `limit`.
    static func read(_ path: String, atMost limit: Int) throws(DevCloudError) -> [UInt8] {
        let content: Data
        do {
            content = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw DevCloudError(.file, "cannot read \(path)")
        }
        guard content.count <= limit else { throw DevCloudError(.file, "\(path) is too long") }
        return Array(content)
    }

    /// Replaces the file at `path` with `content` in one step.
    static func replace(_ path: String, with content: String) throws(DevCloudError) {
        do {
            try Data(content.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw DevCloudError(.file, "cannot write \(path)")
        }
    }

    /// Removes the file at `path`. A missing file is not an error.
    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
