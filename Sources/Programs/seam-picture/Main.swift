import PictureWorker

@main
struct Main {
    static func main() {
        PictureWorker.main()
    }
}
