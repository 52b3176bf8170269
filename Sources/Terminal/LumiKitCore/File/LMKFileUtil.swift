public import Foundation

/// Files that a program needs for a while.
public enum LMKFileUtil {
    /// What the names begin with that this type gives, and that it clears in a folder of everybody's.
    private static let prefix = "lmk_"

    /// A new name for a file of that type in the temporary folder. No file is made.
    public static func generateTempFileURL(fileExtension: UTType) -> URL? {
        guard let ending = fileExtension.preferredFilenameExtension else { return nil }
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("\(prefix)\(UUID().uuidString).\(ending)")
    }

    /// Removes what is in the temporary folder, and tells the log what would not go.
    ///
    /// An app on a phone has that folder for itself. Here it is mostly `/tmp`, where the files of others lie: so unless
    /// the folder is the person's and closed to others, only files go whose names begin with `lmk_`.
    public static func clearTmpDirectory() {
        let (manager, folder) = (FileManager.default, FileManager.default.temporaryDirectory)
        do {
            let attributes = try manager.attributesOfItem(atPath: folder.path)
            let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
            let isOwn = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value == getuid() && mode & 0o022 == 0
            for name in try manager.contentsOfDirectory(atPath: folder.path) where isOwn || name.hasPrefix(prefix) {
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
