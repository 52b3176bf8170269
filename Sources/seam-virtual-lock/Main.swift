import Glibc
import VirtualLock

@main
struct Main {
    static func main() {
        exit(VirtualLockProcess.main(CommandLine.arguments))
    }
}
