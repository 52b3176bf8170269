import VirtualLock

@main
struct Main {
    static func main() {
        VirtualLockProcess.main(CommandLine.arguments)
    }
}
