extension SeamLanguage {
    /// The German texts with which LifeSignal's screens answer what people do.
    static let germanSignalAnswers: [String: String] = [
        "You checked in less than a minute ago. Both count as one.":
            "Sie haben sich vor weniger als einer Minute gemeldet. Beides zählt als eines.",
        "Your drill was answered: your messages arrive.": "Ihre Übung wurde beantwortet: Ihre Nachrichten kommen an.",
        "%@ has answered your drill: your messages arrive.":
            "%@ hat Ihre Übung beantwortet: Ihre Nachrichten kommen an.",
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
        "Yes, I have spoken to them: end the alarm": "Ja, ich habe mit ihnen gesprochen: Alarm beenden",
        "%@ is all right": "%@ geht es gut",
    ]
}
