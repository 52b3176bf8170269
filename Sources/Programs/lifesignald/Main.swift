import CWipingHeap
import Glibc
import SignalService

@main
struct Main {
    static func main() async {
        // People's data must not lie in memory that is free.
        precondition(seam_heap_is_wiping(), "something else has taken free()'s place")
        exit(await SignalProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
