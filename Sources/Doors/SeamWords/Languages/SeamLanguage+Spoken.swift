extension SeamLanguage {
    /// A moment of the coming days as people say it, for example `tonight, 8 o'clock` or `Freitag Vormittag, 8 Uhr`.
    ///
    /// `days` counts from today and is at most 6, `weekday` counts from Sunday, which is 1.
    package func spoken(days: Int, weekday: Int, hour: Int, minute: Int) -> String {
        let part = DayPart(hour: hour)
        let day =
            switch days {
            case ...0: today(part)
            case 1: tomorrow(part)
            default: later(part, (weekday + 6) % 7)
            }
        // In English, the day says only "tonight", and a time by twelve hours could also be this evening's.
        let isEarly = self == .english && part == .night && (hour, minute) != (0, 0)
        return "\(day), \(clock(hour: hour, minute: minute))\(isEarly ? " in the morning" : "")"
    }

    /// The time of day in words, such as `8 o'clock`, `a las 8` or `8 Uhr`.
    package func clock(hour: Int, minute: Int) -> String {
        if hour == 0, minute == 0 { return midnight }
        let twelve = hour % 12 == 0 ? 12 : hour % 12
        let minutes = minute < 10 ? "0\(minute)" : "\(minute)"
        return switch self {
        case .german: minute == 0 ? "\(hour) Uhr" : "\(hour):\(minutes) Uhr"
        case .spanish: "a la\(twelve == 1 ? "" : "s") \(twelve)\(minute == 0 ? "" : ":\(minutes)")"
        case .english: minute == 0 ? "\(twelve) o'clock" : "\(twelve):\(minutes)"
        case .pseudo: Pseudo.text(SeamLanguage.english.clock(hour: hour, minute: minute))
        }
    }

    private var midnight: String {
        switch self {
        case .english: "midnight"
        case .spanish: "a medianoche"
        case .german: "Mitternacht"
        case .pseudo: Pseudo.text(SeamLanguage.english.midnight)
        }
    }

    private enum DayPart {
        case night, morning, afternoon, evening

        init(hour: Int) {
            switch hour {
            case 5..<12: self = .morning
            case 12..<18: self = .afternoon
            case 18...: self = .evening
            default: self = .night
            }
        }
    }

    private func today(_ part: DayPart) -> String {
        switch (self, part) {
        case (.german, .night): "heute Nacht"
        case (.german, .morning): "heute Vormittag"
        case (.german, .afternoon): "heute Nachmittag"
        case (.german, .evening): "heute Abend"
        case (.spanish, .night): "esta madrugada"
        case (.spanish, .morning): "esta mañana"
        case (.spanish, .afternoon): "esta tarde"
        case (.spanish, .evening): "esta noche"
        case (.english, .night), (.english, .evening): "tonight"
        case (.english, .morning): "this morning"
        case (.english, .afternoon): "this afternoon"
        case (.pseudo, _): Pseudo.text(SeamLanguage.english.today(part))
        }
    }

    private func tomorrow(_ part: DayPart) -> String {
        switch (self, part) {
        case (.german, .night): "heute Nacht"
        case (.german, .morning): "morgen Vormittag"
        case (.german, .afternoon): "morgen Nachmittag"
        case (.german, .evening): "morgen Abend"
        case (.spanish, .night): "esta madrugada"
        case (.spanish, .morning): "mañana por la mañana"
        case (.spanish, .afternoon): "mañana por la tarde"
        case (.spanish, .evening): "mañana por la noche"
        // The coming night belongs to this evening.
        case (.english, .night): "tonight"
        case (.english, .morning): "tomorrow morning"
        case (.english, .afternoon): "tomorrow afternoon"
        case (.english, .evening): "tomorrow evening"
        case (.pseudo, _): Pseudo.text(SeamLanguage.english.tomorrow(part))
        }
    }

    private func later(_ part: DayPart, _ weekday: Int) -> String {
        switch (self, part) {
        case (.german, .night): "in der Nacht zu \(Self.germanDays[weekday])"
        case (.german, .morning): "\(Self.germanDays[weekday]) Vormittag"
        case (.german, .afternoon): "\(Self.germanDays[weekday]) Nachmittag"
        case (.german, .evening): "\(Self.germanDays[weekday]) Abend"
        case (.spanish, .night): "el \(Self.spanishDays[weekday]) de madrugada"
        case (.spanish, .morning): "el \(Self.spanishDays[weekday]) por la mañana"
        case (.spanish, .afternoon): "el \(Self.spanishDays[weekday]) por la tarde"
        case (.spanish, .evening): "el \(Self.spanishDays[weekday]) por la noche"
        case (.english, .night): "the night before \(Self.englishDays[weekday])"
        case (.english, .morning): "\(Self.englishDays[weekday]) morning"
        case (.english, .afternoon): "\(Self.englishDays[weekday]) afternoon"
        case (.english, .evening): "\(Self.englishDays[weekday]) evening"
        case (.pseudo, _): Pseudo.text(SeamLanguage.english.later(part, weekday))
        }
    }

    private static let englishDays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let spanishDays = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"]
    private static let germanDays = [
        "Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag",
    ]
}
