import CWipingHeap
import Glibc
import TerminalClient

@main
struct Main {
    @MainActor static func main() {
        // Freed memory must not contain visitors' data.
        precondition(seam_heap_is_wiping(), "free() is not the version that wipes memory")
        exit(TerminalClient.run(Array(CommandLine.arguments.dropFirst())))
    }
}
