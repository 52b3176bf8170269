import Foundation
import SeamSwiftUI
import TermUI
import Testing

/// Tests notifications that programs post to themselves.
@MainActor @Suite struct NotificationTests {
    private struct Heard: View {
        let posts: NotificationCenter.Publisher
        @State private var count = 0

        var body: some View { Text("count \(count)").onReceive(posts) { _ in count += 1 } }
    }

    @Test("notification: what is posted elsewhere is heard on the main actor")
    func whatIsPostedElsewhereIsHeardOnTheMainActor() async {
        let (center, name) = (NotificationCenter(), Notification.Name("door"))
        let pilot = Pilot(Heard(posts: center.publisher(for: name)))
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                center.post(name: name, object: nil)
                DispatchQueue.main.async { done.resume() }
            }
        }
        #expect(pilot.shows("count 1"))
    }
}
