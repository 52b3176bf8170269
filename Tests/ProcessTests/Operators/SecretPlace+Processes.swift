import Foundation
import TestSupport

extension SecretPlace {
    /// The arguments and environments of a system's processes, by pid. If a process ends during the search, it is left
    /// out.
    static func processes(of system: TestSystem) -> [(name: String, content: Data)] {
        ProcessTable.processes { _ in true }.flatMap { entry -> [(name: String, content: Data)] in
            let files = ["cmdline", "environ"].compactMap { file in
                (try? Data(contentsOf: URL(filePath: "/proc/\(entry.pid)/\(file)"))).map { (file, $0) }
            }
            let isOurs = entry.parent == system.sessiond.pid || files.contains { $0.1.contains(system.directory.path) }
            return isOurs ? files.map { (name: "\($0.0) of \(entry.pid): \(entry.commandLine)", content: $0.1) } : []
        }
    }
}
