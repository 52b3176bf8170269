import SignalCore
import Testing

@Suite("One person has one number, however it is written") struct PhoneNumberTests {
    @Test(
        "phone number: what is dialled only within the country is left out",
        arguments: [
            ("+49 151 12345678", "+4915112345678"), ("+49 0151 12345678", "+4915112345678"),
            ("+49 (0)151 / 123-456.78", "+4915112345678"), ("+49 (0151) 12345678", "+4915112345678"),
            ("tel:+49-151-12345678", "+4915112345678"), ("+44 07700 900123", "+447700900123"),
            ("+36 06 20 123 4567", "+36201234567"), ("+7 8 916 123 45 67", "+79161234567"),
            ("+7 812 123 45 67", "+78121234567"), ("+375 8 029 123 45 67", "+375291234567"),
            ("+375 029 123 45 67", "+375291234567"), ("+370 8 612 34567", "+37061234567"),
            ("+1 1 212 555 0100", "+12125550100"), ("+39 06 6982", "+39066982"), ("+39 333 1234567", "+393331234567"),
            ("+378 0549 882 000", "+3780549882000"), ("+225 07 01 02 03 04", "+2250701020304"),
            ("+34 600 112 233", "+34600112233"), ("+971 050 123 4567", "+971501234567"),
        ])
    func normal(text: String, number: String) throws {
        #expect(try PhoneNumber.normal(text) == number)
        #expect(try PhoneNumber.normal(number) == number, "it stays")
    }

    @Test(
        "phone number: as people copy them",
        arguments: [
            "\u{202D}+49 151 12345678\u{202C}", "\u{2066}+49\u{A0}151\u{202F}12345678\u{2069}",
            "\u{200E}+49\u{2011}151\u{2013}12345678\u{200F}",
            "\u{FF0B}\u{FF14}\u{FF19} \u{FF10}151 12345678", "+\u{664}\u{669} 151 12345678",
            "\u{FEFF}+4915112345678\r\n",
            "+49 \u{FF08}0\u{FF09} 151\u{2212}12345678", "+49\u{2012}151\u{3000}12345678",
        ])
    func copied(text: String) throws {
        #expect(try PhoneNumber.normal(text) == "+4915112345678")
    }

    @Test(
        "phone number: what is not clear is asked for",
        arguments: [
            "+34 0600 112233", "+49 00151 12345678", "+7 0916 123 45 67", "+39 (0)6 6982", "+1 0212 555 0100",
            "+54 011 1234 5678", "+36 0 20 123 4567", "+999 01234567",
        ])
    func unclear(text: String) {
        #expect(throws: PhoneNumber.Fault.unclearZero) { try PhoneNumber.normal(text) }
    }

    @Test(
        "phone number: anything else is no number",
        arguments: [
            "", "+", "0151 12345678", "0049 151 12345678", "+0151", "+49abc", "+49 15", "+49 151 1234567890123",
            "+49+151 12345",
            "+49 151 12345678 ext. 9", String(repeating: "+49 151 12345678 ", count: 1_000),
        ])
    func wrong(text: String) {
        #expect(throws: PhoneNumber.Fault.notANumber) { try PhoneNumber.normal(text) }
    }

    @Test("phone number: what version1 has kept is found") func whatVersion1HasKeptIsFound() throws {
        #expect(PhoneNumber.withTrunkZero("+4915112345678") == "+49015112345678")
        #expect(PhoneNumber.withTrunkZero("+39066982") == nil && PhoneNumber.withTrunkZero("+34600112233") == nil)
        #expect(PhoneNumber.withTrunkZero("+491511234567890") == nil, "it would be too long")
    }
}
