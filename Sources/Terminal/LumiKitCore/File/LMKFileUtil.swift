public import Foundation

/// Manages the temporary files of a program.
public enum LMKFileUtil {
    /// The prefix of the file names that this type creates and clears.
    private static let prefix = "lmk_"

    /// Returns a new name for a file of a type in the temporary folder. No file is created.
    public static func generateTempFileURL(fileExtension: UTType) -> URL? {
        guard let ending = fileExtension.preferredFilenameExtension else { return nil }
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("\(prefix)\(UUID().uuidString).\(ending)")
    }

    /// Removes the files whose names this type has created. Files that cannot be removed are logged.
    ///
    /// On a phone, an app has its own temporary folder. On Linux, the folder also contains other programs' files and
    /// may be any folder (`TMPDIR`), so only files whose names begin with `lmk_` are removed.
    public static func clearTmpDirectory() {
        let (manager, folder) = (FileManager.default, FileManager.default.temporaryDirectory)
        do {
            for name in try manager.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(prefix) {
                do {
                    try manager.removeItem(at: folder.appendingPathComponent(name))
                } catch {
                    LMKLogger.error("a temporary file could not be removed", error: error, category: .data)
                }
            }
        } catch {
            LMKLogger.error("the temporary folder cannot be read", error: error, category: .data)
        }
    }
}
