import CWipingHeap
import Glibc
import SignalService

@main
struct Main {
    static func main() async {
        // Freed memory must not contain people's data.
        precondition(seam_heap_is_wiping(), "free() is not the version that wipes memory")
        exit(await SignalProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
