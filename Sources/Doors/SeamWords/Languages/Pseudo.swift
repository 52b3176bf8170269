/// English as nobody writes it: every letter has an accent, and two of five are written twice. A text that is still
/// plain English on the screen is not translated, and one that is cut has too little room.
enum Pseudo {
    /// The text so; where arguments stand is left as it is.
    static func text(_ english: String) -> String {
        Pattern.parts(of: english).map { part in
            switch part {
            case .words(let words): longer(words)
            case .place(let words, _): words
            }
        }.joined()
    }

    private static func longer(_ words: String) -> String {
        var text = ""
        // The first letter is always one of the two.
        var owed = 3
        for letter in words {
            guard let other = accented[letter] else {
                text.append(letter)
                continue
            }
            text.append(other)
            owed += 2
            if owed >= 5 {
                owed -= 5
                text.append(other)
            }
        }
        return text
    }

    private static let accented: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "áƀçðéƒĝĥíĵķłɱñóþɋŕšťúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶŁṀÑÓÞɊŔŠŤÚṼŴẊÝŽ"))
}
