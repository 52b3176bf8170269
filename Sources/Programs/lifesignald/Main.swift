import CWipingHeap
import Glibc
import SignalService

@main
struct Main {
    static func main() async {
        // People's data must not be left in freed memory.
        precondition(seam_heap_is_wiping(), "something else has taken free()'s place")
        exit(await SignalProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
