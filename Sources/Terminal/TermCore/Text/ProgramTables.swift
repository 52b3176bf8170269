import Glibc

/// The tables of words beside a program, where `Bundle.main` finds them.
///
/// The tables are looked up by name. A bundle would list all files beside the program, which are thousands in
/// `/usr/bin`, and would keep their names.
package enum ProgramTables {
    /// Whether this program has a table for its language. The closure `variable` returns the value of an environment
    /// variable. If the variable is not set, it returns an empty text.
    package static func areThere(_ variable: (String) -> String) -> Bool {
        paths(of: program, languages: languages(variable)).contains { unsafe access($0, R_OK) == 0 }
    }

    private static var program: String {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &room, room.count)
        return String(decoding: room.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the possible paths of a program's tables: beside the program, and in its resource folder. This folder is
    /// beside the program, or where the File System Hierarchy puts such folders. The first languages are those for
    /// which a bundle searches by itself.
    package static func paths(of program: String, languages: [String]) -> [String] {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty else { return [] }
        let folder = parts.dropLast().joined(separator: "/")
        let folders = ["", "\(name).resources/", "../share/\(name).resources/", "Contents/Resources/"]
        let languages = (["Base", "en", "en_US", "English"] + languages).map { "\($0).lproj/" }
        return folders.flatMap { resources in
            ([""] + languages).map { "\(folder)/\(resources)\($0)Localizable.strings" }
        }
    }

    /// Returns the languages of the environment, each with and without its region: `de_AT.UTF-8` becomes `de-AT`,
    /// `de_AT` and `de`.
    package static func languages(_ variable: (String) -> String) -> [String] {
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].flatMap { variable($0).split(separator: ":") }.flatMap { name in
            let whole = String(name.prefix { $0 != "." && $0 != "@" && $0 != "/" })
            let dashed = String(whole.map { $0 == "_" ? "-" : $0 })
            return [dashed, whole, String(whole.prefix { $0 != "_" && $0 != "-" })]
        }
    }
}
