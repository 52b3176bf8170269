public import Foundation

/// Files that a program needs for a while.
public enum LMKFileUtil {
    /// The beginning of the names that this type gives, and that it clears.
    private static let prefix = "lmk_"

    /// A new name for a file of that type in the temporary folder. No file is made.
    public static func generateTempFileURL(fileExtension: UTType) -> URL? {
        guard let ending = fileExtension.preferredFilenameExtension else { return nil }
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("\(prefix)\(UUID().uuidString).\(ending)")
    }

    /// Removes the files that this type named, and logs those that could not be removed.
    ///
    /// An app on a phone has the temporary folder for itself. Here others' files lie in it, and it may be any folder
    /// (`TMPDIR`): so only files go whose names begin with `lmk_`.
    public static func clearTmpDirectory() {
        let (manager, folder) = (FileManager.default, FileManager.default.temporaryDirectory)
        do {
            for name in try manager.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(prefix) {
                do {
                    try manager.removeItem(at: folder.appendingPathComponent(name))
                } catch {
                    LMKLogger.error("a temporary file stays", error: error, category: .data)
                }
            }
        } catch {
            LMKLogger.error("the temporary folder cannot be read", error: error, category: .data)
        }
    }
}
