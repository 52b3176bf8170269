import CWipingHeap
import Glibc
import SessionService

@main
struct Main {
    static func main() async {
        // Visitors' data must not be left in freed memory.
        precondition(seam_heap_is_wiping(), "something else has taken free()'s place")
        exit(await SessionProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
