/// Pseudo-English, for tests of translations. Every letter has an accent, and two letters in five are doubled. If a
/// text still appears in plain English on the screen, it is not translated. If a text is truncated, there is too little
/// space for it.
enum Pseudo {
    /// The text in pseudo-English; argument placeholders are left unchanged.
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
        // The first letter is always one of the doubled letters.
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
