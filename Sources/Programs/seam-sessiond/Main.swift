import CWipingHeap
import Glibc
import SessionService

@main
struct Main {
    static func main() async {
        // Freed memory must not contain visitors' data.
        precondition(seam_heap_is_wiping(), "something else has taken free()'s place")
        exit(await SessionProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
