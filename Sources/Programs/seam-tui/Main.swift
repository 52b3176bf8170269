import CWipingHeap
import Glibc
import TerminalClient

@main
struct Main {
    @MainActor static func main() {
        // Visitors' data must not be left in freed memory.
        precondition(seam_heap_is_wiping(), "something else has taken free()'s place")
        exit(TerminalClient.run(Array(CommandLine.arguments.dropFirst())))
    }
}
