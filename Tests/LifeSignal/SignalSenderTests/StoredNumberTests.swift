import SignalCore
import SignalStore
import Testing

/// Version 1 stored a telephone number as it was typed, including the zero that is dialled only within the country.
@Suite struct StoredNumberTests {
    @Test("stored number: a number that was kept with a zero is the same person")
    func aNumberThatWasKeptWithAZeroIsTheSamePerson() throws {
        let people = try StoredPeople()
        try people.signIn(StoredPeople.id(7), "+49015199999999", uid: 7)
        try people.signIn(StoredPeople.id(8), "+4915199999999", uid: 8)
        for uid: UInt32 in [7, 8] {
            let person = try #require(try people.store.person(of: try StoredPeople.session(uid))).person
            #expect(person.id == StoredPeople.id(7) && person.profile.phone == "+4915199999999")
        }
        // The person can now be found by the number without the zero.
        try people.signIn(StoredPeople.id(9), "+4915199999999", uid: 9)
        #expect(try people.store.person(of: try StoredPeople.session(9))?.person.id == StoredPeople.id(7))
    }
}
