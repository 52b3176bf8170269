extension SeamLanguage {
    /// The German texts with which LifeSignal's screens answer what people do.
    static let germanSignalAnswers: [String: String] = [
        "You checked in less than a minute ago. Both count as one.":
            "Sie haben sich vor weniger als einer Minute gemeldet. Beides zählt als eines.",
        "You have left LifeSignal. Nobody watches you now.":
            "Sie haben LifeSignal verlassen. Jetzt überwacht Sie niemand.",
        "You are signed out. Your deadline continues.": "Sie sind abgemeldet. Ihre Frist läuft weiter.",
        "This pass is not valid now. Show your code at the desk again.":
            "Dieser Ausweis gilt jetzt nicht. Zeigen Sie Ihren Code noch einmal am Empfang.",
        "With a PIN, a door cannot count as a check-in. Remove the PIN first.":
            "Mit einer PIN kann eine Tür nicht als Lebenszeichen zählen. Entfernen Sie zuerst die PIN.",
        "Doors do not count as check-ins for you.": "Türen zählen bei Ihnen nicht als Lebenszeichen.",
        "This message no longer exists.": "Diese Nachricht gibt es nicht mehr.",
        "Nothing can be sent to this address. Look for a mistake in it.":
            "An diese Adresse lässt sich nichts senden. Sehen Sie nach einem Schreibfehler.",
        "This address was already removed.": "Diese Adresse wurde schon entfernt.",
        "This picture cannot be used. Choose another PNG or JPEG picture.":
            "Dieses Bild lässt sich nicht verwenden. Wählen Sie ein anderes PNG- oder JPEG-Bild.",
        "You have too many pictures. Delete one first.": "Sie haben zu viele Bilder. Löschen Sie zuerst eines.",
        "Pictures cannot be read now. Try again later.":
            "Bilder lassen sich jetzt nicht lesen. Versuchen Sie es später noch einmal.",
        "This picture no longer exists.": "Dieses Bild gibt es nicht mehr.",
        "They ask you": "Man fragt Sie",
        "Choose it once more: help is called.": "Noch einmal wählen: Hilfe wird gerufen.",
        "Choose it twice to call.": "Zum Rufen zweimal wählen.",
        "Not stored yet.": "Noch nicht gespeichert.",
        "Store these times": "Diese Zeiten speichern",
        "Your drill was answered.": "Ihre Übung wurde beantwortet.",
        "%@ has answered your drill.": "%@ hat Ihre Übung beantwortet.",
        "Yes, I have spoken to %@: end the alarm": "Ja, ich habe mit %@ gesprochen: Alarm beenden",
        "End the alarm of %@": "Den Alarm von %@ beenden",
        "The new times are stored.": "Die neuen Zeiten sind gespeichert.",
        "The new times are stored, and count from your next check-in on.":
            "Die neuen Zeiten sind gespeichert und gelten ab Ihrem nächsten Lebenszeichen.",
        "There is no pause now.": "Jetzt gibt es keine Pause.",
        "The pause is stored.": "Die Pause ist gespeichert.",
        "Your alarm is over.": "Ihr Alarm ist zu Ende.",
        "An alarm is over.": "Ein Alarm ist zu Ende.",
        "The alarm of %@ is over.": "Der Alarm von %@ ist zu Ende.",
        "Your check-in is due now.": "Ihr Lebenszeichen ist jetzt fällig.",
        "Type h once more: help is called.": "Noch einmal h tippen: Hilfe wird gerufen.",
        "Type h twice to call for help.": "Zum Rufen um Hilfe zweimal h tippen.",
        "First add this phone again, or do this on the machine itself.":
            "Fügen Sie erst dieses Telefon noch einmal hinzu, oder tun Sie es am Gerät selbst.",
        "Your check-in is late.": "Ihr Lebenszeichen ist überfällig.",
    ]
}
