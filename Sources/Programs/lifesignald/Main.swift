import CWipingHeap
import Glibc
import SignalService

@main
struct Main {
    static func main() async {
        // Freed memory must not contain people's data.
        precondition(seam_heap_is_wiping(), "something else has taken free()'s place")
        exit(await SignalProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
