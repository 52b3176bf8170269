extension SeamLanguage {
    /// The German texts of LifeSignal.
    static let germanSignal: [String: String] = [
        // Texts about an alarm. Each must fit into a text message (SMS). They avoid letters outside the SMS alphabet
        // wherever a good sentence can do without such letters.
        "%@ calls for help in secret, %@: do not phone.": "%@ ruft heimlich um Hilfe, %@: nicht anrufen.",
        "%@ calls for help and has not checked in since %@.": "%@ ruft um Hilfe, kein Lebenszeichen seit %@.",
        "%@ calls for help and has never checked in.": "%@ ruft um Hilfe, noch nie ein Lebenszeichen.",
        "%@ calls for help, %@.": "%@ ruft um Hilfe, %@.",
        "%@ has not checked in since %@.": "%@: kein Lebenszeichen seit %@.",
        "%@ has never checked in.": "%@: noch nie ein Lebenszeichen.",
        "Clock corrected.": "Uhr gestellt.",
        "No more messages.": "Letzte Nachricht.",
        "Answer: %@": "Antwort: %@",
        "Only people who were alerted earlier can answer.": "Nur wer früher verständigt wurde, kann antworten.",
        "%@ people have not checked in: %@.": "Von %@ Personen fehlt ein Lebenszeichen: %@.",
        "This machine was off, or its clock was wrong, from %@ to %@.":
            "Dieses Gerät war aus, oder seine Uhr falsch, von %@ bis %@.",
        "Answer each: %@": "Antwort für jede: %@",
        "%@ has ended the alarm. %@": "%@ hat den Alarm beendet. %@",
        "%@ has checked in. %@": "%@ hat sich gemeldet. %@",
        "A responder says that %@ is well. %@": "Ein Helfer sagt, dass %@ wohlauf ist. %@",
        "A drill: %@ asks whether alarms reach you. Answer: %@":
            "Probealarm: %@ fragt, ob Alarme bei Ihnen ankommen. Antwort: %@",
        "%@ is the code for this address in LifeSignal. It is valid for 10 minutes. If you did not ask for it, ignore it.":
            "%@ ist der Code für diese Adresse in LifeSignal. Er gilt 10 Minuten. Nicht angefordert? Dann nicht "
            + "beachten.",
        "This machine has lost LifeSignal's store: nobody on it is watched. The log of lifesignald says what to do.":
            "Dieses Gerät hat die Daten von LifeSignal verloren: niemand wird überwacht. Das Log von lifesignald "
            + "sagt, was zu tun ist.",
        "LifeSignal's store is back on this machine: people are watched again.":
            "Die Daten von LifeSignal sind auf diesem Gerät wieder da: es wird überwacht.",
        "LifeSignal's store on this machine was damaged. People are watched; the log of lifesignald says what is "
            + "missing.":
            "Die Daten von LifeSignal auf diesem Gerät waren beschädigt. Es wird überwacht; das Log von lifesignald "
            + "sagt, was fehlt.",

        // Texts for the details of an alarm.
        "Since: %@": "Seit: %@",
        "Last check-in: %@": "Letztes Lebenszeichen: %@",
        "never": "nie",
        "Number to call: %@": "Rufnummer: %@",
        "just now": "gerade eben",
        "1 minute ago": "vor 1 Minute",
        "%@ minutes ago": "vor %@ Minuten",
        "1 hour ago": "vor 1 Stunde",
        "%@ hours ago": "vor %@ Stunden",
        "%@ days ago": "vor %@ Tagen",
        "%@ calls for help in secret.": "%@ ruft heimlich um Hilfe.",
        "%@ calls for help, and has missed a check-in.": "%@ ruft um Hilfe und hat sich nicht rechtzeitig gemeldet.",
        "%@ calls for help.": "%@ ruft um Hilfe.",
        "%@ has missed a check-in.": "%@ hat sich nicht rechtzeitig gemeldet.",
        "1 responder": "1 Helfer",
        "%@ responders": "%@ Helfer",
        "1 other responder": "1 weiterer Helfer",
        "%@ other responders": "%@ weitere Helfer",
        "the operator of this machine": "der Betreiber dieses Geräts",
        "Nobody else has been alerted yet.": "Sonst wurde noch niemand verständigt.",
        "Also alerted: %@, %@.": "Auch verständigt: %@, %@.",
        "Also alerted: %@.": "Auch verständigt: %@.",
        "Nobody has said that they are on the way.": "Niemand hat gesagt, dass Hilfe unterwegs ist.",
        "Do not phone or write to them: somebody may be watching. If you think that they are in danger, "
            + "call the emergency services, and ask them not to phone either: LifeSignal calls nobody.":
            "Rufen Sie nicht an und schreiben Sie nicht: Vielleicht sieht jemand zu. Wenn Sie Gefahr "
            + "vermuten, wählen Sie den Notruf, und bitten Sie darum, ebenfalls nicht anzurufen: LifeSignal ruft "
            + "niemanden an.",
        "Please help: %@. If nobody answers, go there, or ask somebody who can. If you think that they are in danger, "
            + "call the emergency services: LifeSignal does not.":
            "Bitte helfen Sie: %@. Wenn niemand antwortet, gehen Sie hin, oder bitten Sie jemanden darum. Wenn Sie "
            + "Gefahr vermuten, wählen Sie den Notruf: LifeSignal tut es nicht.",
        "The emergency number here is %@.": "Der Notruf hat hier die Nummer %@.",
        "Try to reach them": "Versuchen Sie, die Person zu erreichen",
        "Phone them": "Rufen Sie die Person an",
        "You became a contact after the alarm began. Only people who were alerted earlier can answer it.":
            "Sie kamen erst nach Beginn des Alarms dazu: Nur wer früher verständigt wurde, kann antworten.",
        "If you take care of it, run this on the machine that sent the message: %@":
            "Wenn Sie sich darum kümmern, sagen Sie es dem Gerät, das dies geschickt hat: %@",
        "Their note for an emergency:": "Die Notiz der Person für den Notfall:",
        "(The rest of the note is in LifeSignal.)": "(Der Rest der Notiz steht in LifeSignal.)",

        // Texts to a person about their own check-ins and alarms, and about other people's.
        "Check in, so that nobody worries.": "Melden Sie sich, damit sich niemand sorgt.",
        "Check in now": "Bitte jetzt melden",
        "Your check-in is overdue. Others will be alerted soon.":
            "Ihr Lebenszeichen ist überfällig. Bald werden andere verständigt.",
        "A check-in is due soon": "Bald ist ein Lebenszeichen fällig",
        "Your reminder": "Ihre Erinnerung",
        "Are you well?": "Geht es Ihnen gut?",
        "%@ asks whether you are well.": "%@ fragt, ob es Ihnen gut geht.",
        "An answer": "Eine Antwort",
        "%@ is well.": "%@ geht es gut.",
        "Alarm": "Alarm",
        "All is well": "Alles ist gut",
        "Drill": "Probealarm",
        "%@ has answered.": "%@ hat geantwortet.",
        "You have called for help.": "Sie haben um Hilfe gerufen.",
        "You have missed a check-in.": "Sie haben sich nicht rechtzeitig gemeldet.",
        "Others are being alerted.": "Andere werden verständigt.",
        "Only the operator of this machine is alerted.": "Nur der Betreiber dieses Geräts wird verständigt.",
        "%@ says that all is well.": "%@ sagt, dass alles gut ist.",
        "The alarm is over": "Der Alarm ist vorbei",
        "The others are informed.": "Die anderen erfahren es.",
        "%@ is on the way.": "%@ ist unterwegs.",
        "The operator of this machine is seeing to it.": "Der Betreiber dieses Geräts kümmert sich darum.",
        "Help is coming": "Hilfe ist unterwegs",
        "Somebody is on the way to %@.": "Jemand ist unterwegs zu %@.",
        "The operator of this machine is seeing to the alarm of %@.":
            "Der Betreiber dieses Geräts kümmert sich um den Alarm von %@.",
        "Do not phone: this is a secret call for help.": "Nicht anrufen: der Hilferuf ist heimlich.",
        "Is all well?": "Ist alles gut?",
        "Is %@ well? If nobody confirms it, others are alerted again. %@":
            "Geht es %@ gut? Wenn das niemand sagt, werden andere wieder verständigt. %@",

        // Texts to a person about their contacts.
        "somebody": "jemand",
        "A contact has not agreed": "Ein Kontakt hat nicht zugestimmt",
        "%@ has not agreed.": "%@ hat nicht zugestimmt.",
        "A contact has stopped sharing": "Ein Kontakt ist beendet",
        "%@ no longer shares with you.": "%@ teilt nichts mehr mit Ihnen.",
        "A contact has agreed": "Ein Kontakt hat zugestimmt",
        "A role has changed": "Eine Rolle hat sich geändert",
        "Somebody asks you": "Jemand bittet Sie",
        "Nothing is shared until you agree.": "Geteilt wird nichts, bevor Sie zustimmen.",
        "One fewer responder": "Ein Helfer weniger",
        "%@ has one fewer responder. You are one of those who remain.":
            "%@ hat einen Helfer weniger. Sie gehören zu denen, die bleiben.",
        "One more responder": "Ein Helfer mehr",
        "%@ has one more responder.": "%@ hat einen Helfer mehr.",
        "Somebody was removed": "Jemand wurde entfernt",
        "%@ was removed from this machine by its operator. Their check-ins are no longer watched here.":
            "Der Betreiber hat %@ von diesem Gerät entfernt. Die Person wird hier nicht mehr überwacht.",
        "Somebody has left": "Jemand ist gegangen",
        "%@ has left LifeSignal: nobody watches them now.":
            "%@ hat LifeSignal verlassen: Niemand überwacht die Person jetzt noch.",
        "A phone was added": "Ein Telefon wurde hinzugefügt",
        "The phone %@ can now do everything in your name. If you did not add it, remove it now.":
            "Das Telefon %@ kann jetzt alles in Ihrem Namen tun. Waren das nicht Sie, entfernen Sie es jetzt.",
        "A new number": "Eine neue Nummer",
        "The telephone number of %@ is now %@.": "Die Telefonnummer von %@ ist jetzt %@.",
        "Nobody answered their alarm, and no more messages are sent. Check on them yourself.":
            "Auf ihren Alarm kam keine Antwort, und es folgen keine Nachrichten mehr: Sehen Sie selbst nach ihr.",
        "Nobody is left": "Niemand mehr da",
        "If you need help now, only the operator of this machine is alerted. Ask somebody to be your responder.":
            "Wenn Sie Hilfe brauchen, wird nur noch der Betreiber dieses Geräts verständigt. Bitten Sie jemand "
            + "anderen.",
        "Watched less": "Weniger überwacht",
        "%@ has set a longer interval, a longer grace period or a pause. It applies from the next check-in.":
            "%@ hat einen längeren Abstand, eine längere Frist oder eine Pause eingestellt; das gilt ab dem nächsten "
            + "Lebenszeichen.",
        "Doors count as check-ins": "Türen zählen als Lebenszeichen",
        "From now on, a door that opens with a key of %@ counts as their check-in.":
            "Ab jetzt gilt es als Lebenszeichen, wenn sich eine Tür mit einem Schlüssel von %@ öffnet.",
        "Doors no longer count as check-ins": "Türen zählen nicht mehr als Lebenszeichen",
        "A door that opens with a key of %@ no longer counts as their check-in.":
            "Es gilt nicht mehr als Lebenszeichen, wenn sich eine Tür mit einem Schlüssel von %@ öffnet.",
        "One fewer responder for an hour": "Eine Stunde ein Helfer weniger",
        "Somebody has silenced calls for help from %@ for an hour. You still receive them.":
            "Jemand hat Hilferufe von %@ für eine Stunde stummgeschaltet. Sie hören sie weiterhin.",
        "A contact sees your check-ins": "Ein Kontakt sieht Sie",
        "but receives no alarms at present": "hört aber zurzeit von keinem Alarm",
        "and is told of your alarms": "und erfährt von Ihren Alarmen",
        "%@ sees when you check in, %@. If you no longer want this, end it.":
            "%@ sieht, wann Sie sich melden, %@. Wenn das nicht mehr stimmt, beenden Sie es.",
        "An address does not work": "Eine Adresse funktioniert nicht",
        "An address for %@ accepts no messages. You are not alerted there until it works again.":
            "Eine Adresse für %@ nimmt keine Nachrichten an: Dort werden Sie nicht verständigt, bis sie wieder "
            + "funktioniert.",
        "A responder is harder to reach": "Ein Helfer ist schlechter zu erreichen",
        "%@ cannot be reached at one of their addresses at present.":
            "%@ ist zurzeit an einer Adresse nicht zu erreichen.",
        "A responder has turned alarms off": "Ein Helfer hat Alarme abgestellt",
        "%@ has turned alarms off: you have one fewer responder.":
            "%@ hat Alarme abgestellt: Sie haben einen Helfer weniger.",
        "A responder is back": "Ein Helfer ist wieder da",
        "%@ receives your alarms again.": "%@ erfährt wieder von Ihren Alarmen.",
        "you are told of each other's alarms": "Sie beide erfahren von den Alarmen des anderen",
        "told of your alarms": "erfährt von Ihren Alarmen",
        "you are told of their alarms": "Sie werden bei Alarmen verständigt",
        "no role": "keine Rolle",
        "%@ asks that you both be told of each other's alarms.":
            "%@ möchte, dass Sie beide von den Alarmen des anderen erfahren.",
        "%@ asks to be told of your alarms.": "%@ möchte von Ihren Alarmen erfahren.",
        "%@ asks that you be told of their alarms.": "%@ möchte, dass Sie bei Alarmen verständigt werden.",

        // The texts that the sender adds to a message.
        "LifeSignal: alarm": "LifeSignal: Alarm",
        "LifeSignal: alarm, last message": "LifeSignal: Alarm, letzte Nachricht",
        "LifeSignal: all clear": "LifeSignal: Entwarnung",
        "LifeSignal: drill": "LifeSignal: Probealarm",
        "LifeSignal: check in": "LifeSignal: bitte melden",
        "LifeSignal: are you well?": "LifeSignal: Geht es Ihnen gut?",
        "LifeSignal: news of an alarm": "LifeSignal: Neues von einem Alarm",
        "LifeSignal: code": "LifeSignal: Code",
        "%@ (repeat)": "%@ (Wiederholung)",
        "See the alarm, and answer": "Alarm ansehen und antworten",
        "See the alarm, and answer, on this page. Do not pass it on: %@":
            "Auf dieser Seite sehen Sie den Alarm und antworten. Geben Sie sie nicht weiter: %@",
        "LifeSignal is not an emergency service. Replies to this mail are not read.":
            "LifeSignal ist kein Notdienst. Antworten auf diese Mail werden nicht gelesen.",
    ]
}
