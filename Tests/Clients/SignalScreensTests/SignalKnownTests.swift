import LifeSignal
import SignalAPI
import Testing
import Wire

@testable import SignalScreens

/// Tests what a screen knows after news.
@Suite struct SignalKnownTests {
    private func known(_ news: SignalNews...) -> SignalKnown {
        var known = SignalKnown()
        for item in [.person(Person.ada())] + news { known.take(item, of: Person.id(1)) }
        return known
    }

    @Test("signal known: late news about an earlier person change nothing") func lateNews() {
        var known = known(.contacts([Person.ben]))
        var bea = Person.ada()
        bea.id = Person.id(200)
        known.take(.person(bea), of: bea.id)
        #expect(known.contacts.isEmpty && known.person?.id == bea.id)
        known.take(.contacts([Person.ben]), of: Person.id(1))
        known.take(.alert(Person.alert("manual")), of: Person.id(1))
        #expect(known.contacts.isEmpty && known.alert == nil)
        known.take(.signedOut, of: nil)
        known.take(.contact(Person.ben), of: Person.id(1))
        #expect(known.place == .signedOut && known.contacts.isEmpty)
    }

    @Test("signal known: what was known stays while the daemon does not answer") func trouble() {
        let error = WireError(.unavailable, "rpc.unreachable", "nobody listens")
        var known = known(.contacts([Person.ben]))
        known.take(.unreachable(error), of: nil)
        #expect(known.place == .signedIn && known.trouble == error && known.contacts == [Person.ben])
        known.take(.contact(Person.grace), of: Person.id(1))
        #expect(known.trouble == nil)
        var nobody = SignalKnown()
        nobody.take(.unreachable(error), of: nil)
        #expect(nobody.place == .unreachable(error))
    }

    @Test("signal known: responders are in order, and people who need somebody come first") func order() {
        let barbara = Person.barbara()
        let known = known(.contacts([Person.grace, Person.edsger, barbara, Person.ben]))
        #expect(known.responders.map(\.firstName) == ["Ben", "Grace"])
        #expect(known.dependents.map(\.firstName) == ["Barbara", "Edsger"])
        #expect(known.calling.map(\.firstName) == ["Barbara"])
        let answered = Person.barbara { $0.acknowledgedAt = Person.now }
        #expect(self.known(.contacts([answered])).calling.isEmpty)
        let operators = Person.barbara { ($0.acknowledgedAt, $0.isWithOperator) = (Person.now, true) }
        #expect(self.known(.contacts([operators])).calling.count == 1, "the operator is no responder")
    }

    @Test("signal known: a notification counts once, and reading it counts back") func inbox() {
        let news = SignalNotification(
            id: Person.id(30), at: Person.now, type: "alert", title: "Alarm", message: "x", isRead: false)
        var known = known(.inbox([], unread: 0), .notification(news), .notification(news))
        #expect(known.inbox.count == 1 && known.unread == 1)
        known.markRead(news.id)
        #expect(known.unread == 0 && known.inbox[0].isRead)
        for number in 0..<150 as Range<UInt8> {
            var another = news
            another.id = Person.id(number)
            known.take(.notification(another), of: Person.id(1))
        }
        #expect(known.inbox.count == 100, "the list does not grow for ever")
    }

    @Test("signal guide: each step follows from what is known") func guide() {
        let answered = SignalDrill(
            at: Person.now, age: .zero,
            responders: [.init(contact: Person.id(2), firstName: "Ben", lastName: "Q", answeredAt: Person.now)])
        let asked = SignalDrill(
            at: Person.now, age: .zero, responders: [.init(contact: Person.id(2), firstName: "Ben", lastName: "Q")])
        func next(
            _ person: SignalPerson, _ contacts: [SignalContact]?, _ drill: SignalDrill? = nil
        ) -> SignalGuide? {
            var known = SignalKnown()
            known.take(.person(person), of: person.id)
            if let contacts { known.take(.contacts(contacts), of: person.id) }
            return SignalGuide.next(known, drill)
        }
        let wish = Person.contact(2, "Ben", "Q") {
            $0.consent = "awaiting"
            $0.proposal = .init(isResponder: true, isDependent: false, isMine: true)
        }
        #expect(next(Person.ada { $0.firstName = "" }, nil) == nil, "nothing is known yet")
        #expect(next(Person.ada { $0.firstName = "" }, []) == .name)
        #expect(next(Person.ada(), []) == .responder)
        #expect(next(Person.ada(), [wish]) == .consent)
        #expect(next(Person.ada(due: nil), [Person.ben]) == .checkIn)
        #expect(next(Person.ada(), [Person.ben], SignalDrill(responders: [])) == .drill)
        #expect(next(Person.ada(), [Person.ben], asked) == .answer)
        #expect(next(Person.ada(), [Person.ben], answered) == nil)
    }
}
