import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests the look of a form's rows.
@MainActor @Suite struct FormTests {
    @Test("form: a field has its label before it, and a frame") func fieldsInAForm() {
        struct Person: View {
            @State private var name = "Ada"
            @State private var mail = ""
            @State private var pin = "12"

            var body: some View {
                Form {
                    TextField("Name", text: $name)
                    TextField("Mail", text: $mail, prompt: Text("you@example.org"))
                    SecureField("PIN", text: $pin)
                }
            }
        }
        let pilot = Pilot(Person(), columns: 40, rows: 4)
        #expect(
            pilot.lines.prefix(3) == [
                "Name             [Ada                  ]", "Mail             [you@example.org      ]",
                "PIN              [••                   ]",
            ], "\(pilot.text)")
        pilot.press(.downArrow)
        pilot.type("a@b")
        #expect(pilot.shows("Mail             [a@b "))
        #expect(
            pilot.plain.lines.map(\.description) == ["1. Name: Ada", "2. Mail: a@b", "3. PIN"], "\(pilot.plain.lines)")
    }

    @Test("form: a date is written in one way") func datesAreWrittenInOneWay() {
        let date = Date(timeIntervalSince1970: 1_795_615_200)
        let pilot = Pilot(
            Form {
                DatePicker("Day", selection: .constant(date))
                Text(date, style: .date)
                Text(date, style: .time)
                Text(date...date)
            }, columns: 50, rows: 6)
        let words = pilot.lines[0].split(separator: " ").suffix(2).map(String.init)
        let written = words.joined(separator: " ")
        #expect(written.hasPrefix("2026-11-25 "))
        #expect(pilot.lines[1...3].map(\.self) == words + ["\(written) – \(written)"], "\(pilot.text)")
    }
}
