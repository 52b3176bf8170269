import CWipingHeap
import Glibc
import SessionService

@main
struct Main {
    static func main() async {
        // Freed memory must not contain visitors' data.
        precondition(seam_heap_is_wiping(), "free() is not the version that wipes memory")
        exit(await SessionProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
