extension SeamLanguage {
    /// The German texts of the pages behind links.
    static let germanSignalWeb: [String: String] = [
        "The alarm of %@ is over.": "Der Alarm von %@ ist vorbei.",
        "Phone %@ now: %@": "Rufen Sie %@ jetzt an: %@",
        "If you think that they are in danger, call the emergency services.":
            "Wenn Sie Gefahr vermuten, wählen Sie den Notruf.",
        "LifeSignal is not watching at the moment, and alerts nobody.":
            "LifeSignal wacht zurzeit nicht und verständigt niemanden.",
        "Phone %@": "%@ anrufen",
        "1 of them has said that they cannot come.": "1 davon kann nicht kommen.",
        "%@ of them have said that they cannot come.": "%@ davon können nicht kommen.",
        "Word of the alarm: %@": "Wort des Alarms: %@",
        "You have been on the way since %@.": "Sie sind unterwegs, seit %@.",
        "Another responder has been on the way since %@.": "Ein anderer Helfer ist unterwegs, seit %@.",
        "The operator of this machine has been seeing to it since %@.":
            "Der Betreiber dieses Geräts kümmert sich darum, seit %@.",
        "Somebody has been on the way since %@.": "Jemand ist unterwegs, seit %@.",
        "You have said that you cannot come.": "Sie haben gesagt, dass Sie nicht kommen können.",
        "The alarm is over. %@": "Der Alarm ist vorbei. %@",
        "No further messages follow.": "Es folgen keine weiteren Nachrichten.",
        "More people are alerted if nobody is on the way by then: %@":
            "Weitere werden verständigt, wenn bis dahin niemand unterwegs ist: %@",
        "You are then asked whether all is well: %@": "Dann werden Sie gefragt, ob alles gut ist: %@",
        "They are then asked whether all is well: %@": "Dann wird diese Person gefragt, ob alles gut ist: %@",
        "now": "jetzt",
        "in 1 minute": "in 1 Minute",
        "in %@ minutes": "in %@ Minuten",
        "in %@ hours": "in %@ Stunden",
        "LifeSignal is not an emergency service.": "LifeSignal ist kein Notdienst.",
        "There is no connection, so this page may be out of date.":
            "Es besteht keine Verbindung, daher kann diese Seite veraltet sein.",
        "I cannot come": "Ich kann nicht kommen",
        "Is %@ all right?": "Geht es %@ gut?",
        "Say yes only if you have seen them or spoken to them. The alarm then ends for everyone.":
            "Sagen Sie nur Ja, wenn Sie die Person gesehen oder gesprochen haben. Der Alarm endet dann für alle.",
        "Yes, end the alarm": "Ja, den Alarm beenden",
        "No, back to the alarm": "Nein, zurück zum Alarm",
        "Recorded: you are on the way. The others can see it now.":
            "Gespeichert: Sie sind unterwegs. Die anderen können es jetzt sehen.",
        "Recorded: you cannot come. You still get all messages, in case nobody else reads them.":
            "Gespeichert: Sie können nicht kommen. Sie bekommen weiterhin alle Nachrichten, falls sie sonst niemand liest.",
        "Recorded: they are all right. The alarm is over, and the others are informed.":
            "Gespeichert: Der Person geht es gut. Der Alarm ist vorbei, und die anderen erfahren es.",
        "This was not recorded, because the alarm is already over.":
            "Das wurde nicht gespeichert, denn der Alarm ist schon vorbei.",
        "This was not recorded.": "Das wurde nicht gespeichert.",
        "This was not recorded, because somebody else is already on the way.":
            "Das wurde nicht gespeichert, denn jemand anderes ist schon unterwegs.",
        "This link is not valid": "Dieser Link ist nicht gültig",
        "It is incomplete, or its alarm ended more than a day ago. If you worry about somebody, phone them.":
            "Er ist unvollständig, oder sein Alarm endete vor mehr als einem Tag. Wenn Sie sich um jemanden sorgen, rufen Sie dort an.",
        "LifeSignal cannot be reached at the moment": "LifeSignal ist zurzeit nicht zu erreichen",
        "Phone the person who needs help. This page tries again by itself.":
            "Rufen Sie die Person an, die Hilfe braucht. Diese Seite versucht es von selbst noch einmal.",
        "Your answer may not have been recorded. Open the link again, and look. Phone the person who needs help.":
            "Vielleicht wurde Ihre Antwort nicht gespeichert. Öffnen Sie den Link noch einmal und sehen Sie nach. Rufen Sie die Person an, die Hilfe braucht.",
        "Too many requests": "Zu viele Anfragen",
        "Please wait a moment. This page tries again by itself.":
            "Bitte warten Sie einen Moment. Diese Seite versucht es von selbst noch einmal.",
        "This was not recorded": "Das wurde nicht gespeichert",
        "It did not come from a page of LifeSignal. Open the page of LifeSignal again, and do it there.":
            "Es kam nicht von einer Seite von LifeSignal. Öffnen Sie die Seite von LifeSignal noch einmal und tun Sie es dort.",
        "This request cannot be answered": "Diese Anfrage kann nicht beantwortet werden",
        "Open the page of LifeSignal again.": "Öffnen Sie die Seite von LifeSignal noch einmal.",
    ]
}
