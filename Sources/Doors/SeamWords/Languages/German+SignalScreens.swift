extension SeamLanguage {
    /// The German texts of LifeSignal's screens.
    static let germanSignalScreens: [String: String] = [
        // The person's own check-ins.
        "No deadline is running.": "Es läuft keine Frist.",
        "Your next check-in starts one.": "Ihr nächstes Lebenszeichen beginnt eine.",
        "Check in by %@.": "Melden Sie sich bis %@.",
        "Your check-in is 1 minute late.": "Ihr Lebenszeichen ist seit 1 Minute überfällig.",
        "Your check-in is %@ minutes late.": "Ihr Lebenszeichen ist seit %@ Minuten überfällig.",
        "Your check-in is %@ hours late.": "Ihr Lebenszeichen ist seit %@ Stunden überfällig.",
        "Others have been alerted. Check in as soon as you can.":
            "Andere sind verständigt. Melden Sie sich, sobald Sie können.",
        "Others are alerted in 1 minute.": "In 1 Minute werden andere verständigt.",
        "Others are alerted in %@ minutes.": "In %@ Minuten werden andere verständigt.",
        "I am all right": "Mir geht es gut",
        "Thank you. You have checked in.": "Danke. Sie haben sich gemeldet.",
        "Nobody is watched now. Tell the people who run this machine.":
            "Jetzt wird niemand überwacht. Sagen Sie es dem Betreiber dieses Geräts.",
        "%@ asks: are you all right?": "%@ fragt: Geht es Ihnen gut?",
        "Press %@.": "%@ drücken.",
        "watched": "überwacht",
        "not watched": "nicht überwacht",
        "no deadline": "keine Frist",
        "signed out": "abgemeldet",
        "Connecting": "Wird verbunden",

        // Calls for help, and what the person is told about alarms.
        "Call for help": "Um Hilfe rufen",
        "call for help": "Hilfe rufen",
        "Hold for three seconds, or press twice.": "Drei Sekunden halten oder zweimal drücken.",
        "Press once more, or keep holding: help is called. Esc: not now.":
            "Noch einmal drücken oder weiter halten: Hilfe wird gerufen. Esc: doch nicht.",
        "Press h once more, or keep holding: help is called. Esc: not now.":
            "h noch einmal drücken oder weiter halten: Hilfe wird gerufen. Esc: doch nicht.",
        "Press the space bar or Enter. Hold h for three seconds: call for help.":
            "Leertaste oder Enter drücken. h drei Sekunden halten: um Hilfe rufen.",
        "Help is being called.": "Hilfe wird gerufen.",
        "Your call for help was not sent. Phone somebody. %@":
            "Ihr Hilferuf ging nicht hinaus. Rufen Sie jemanden an. %@",
        "Cancel my call for help": "Meinen Hilferuf beenden",
        "cancel my call": "Hilferuf beenden",
        "Press x: cancel the call for help.": "x drücken: den Hilferuf beenden.",
        "Your call for help has ended. Everybody who was alerted is told.":
            "Ihr Hilferuf ist beendet. Alle Verständigten erfahren es.",
        "You called for help %@.": "Sie haben um Hilfe gerufen, %@.",
        "Others are alerted because you did not check in.":
            "Andere sind verständigt, weil Sie sich nicht gemeldet haben.",
        "Nobody has answered yet.": "Noch hat niemand geantwortet.",
        "The operator of this machine takes care of it.": "Der Betreiber dieses Geräts kümmert sich darum.",
        "Somebody is on the way.": "Jemand ist unterwegs.",
        "Your call for help continues.": "Ihr Hilferuf läuft weiter.",
        "Alerted if you do not press: %@.": "Wenn Sie nicht drücken, wird verständigt: %@.",
        "Nobody is alerted but the people who run this machine.": "Verständigt wird nur der Betreiber dieses Geräts.",

        // The people on both sides.
        "You look out for": "Sie achten auf",
        "People who are alerted, in this order": "Wer verständigt wird, der Reihe nach",
        "Nobody yet: only the people who run this machine.": "Noch niemand: nur der Betreiber dieses Geräts.",
        "cannot be alerted: %@": "nicht zu verständigen: %@",
        "has turned alarms off": "hat Alarme abgeschaltet",
        "is signed in nowhere, and has no address": "ist nirgends angemeldet und hat keine Adresse",
        "has missed a check-in": "hat sich nicht gemeldet",
        "has never checked in": "hat sich noch nie gemeldet",
        "checked in %@": "meldete sich %@",
        "%@; asked, no answer yet": "%@; gefragt, noch keine Antwort",
        "OVERDUE: no check-in, alarm %@": "ÜBERFÄLLIG: kein Lebenszeichen, Alarm %@",
        "CALLS FOR HELP, %@": "RUFT UM HILFE, %@",
        "CALLS FOR HELP in secret, %@: do not phone": "RUFT heimlich UM HILFE, %@: nicht anrufen",
        "the operator takes care of it": "der Betreiber kümmert sich darum",
        "somebody is on the way": "jemand ist unterwegs",
        "And 1 more.": "Und 1 weitere Person.",
        "And %@ more.": "Und %@ weitere.",
        "waits for your answer": "wartet auf Ihre Antwort",
        "no longer shares anything": "teilt nichts mehr",
        "looks out for you": "achtet auf Sie",
        "you look out for them": "Sie achten auf diese Person",
        "has not agreed to your request yet": "hat Ihrer Bitte noch nicht zugestimmt",
        "on my way": "bin unterwegs",
        "I am on my way": "Ich bin unterwegs",
        "Press o: you are on your way.": "o drücken: Sie sind unterwegs.",
        "The others are told that you are on your way.": "Die anderen erfahren, dass Sie unterwegs sind.",
        "They are all right": "Es geht der Person gut",
        "The alarm has ended for everybody.": "Der Alarm ist für alle beendet.",
        "Ask whether they are all right": "Fragen, ob alles gut ist",
        "They are asked. Their answer appears here.": "Die Person wird gefragt. Die Antwort erscheint hier.",
        "Silence their calls for an hour": "Hilferufe eine Stunde stumm",
        "You are not told of their calls for an hour. The others are told that you did this.":
            "Sie hören eine Stunde lang nichts von den Hilferufen. Die anderen erfahren es.",
        "End this contact": "Diesen Kontakt beenden",
        "The contact has ended.": "Der Kontakt ist beendet.",
        "Change the role": "Rolle ändern",
        "When they are alerted": "Reihenfolge ändern",
        "They are asked whether they agree.": "Die Person wird um Zustimmung gebeten.",
        "This has been changed.": "Das ist geändert.",
        "I agree": "Ich stimme zu",
        "I do not agree": "Ich stimme nicht zu",
        "You have agreed. They are told.": "Sie haben zugestimmt. Die Person erfährt es.",
        "You have not agreed. They are told.": "Sie haben nicht zugestimmt. Die Person erfährt es.",
        "You have no contacts yet.": "Sie haben noch keine Kontakte.",
        "Add the people who look out for you, and those you look out for.":
            "Fügen Sie die Menschen hinzu, die auf Sie achten oder auf die Sie achten.",
        "This contact no longer exists.": "Diesen Kontakt gibt es nicht mehr.",
        "Phone: %@": "Telefon: %@",
        "Note: %@": "Notiz: %@",
        "Alerted": "Verständigt",
        "first": "zuerst",
        "second": "als Zweites",
        "third": "als Drittes",
        "They are no longer alerted for me": "Nicht mehr für mich verständigen",
        "Ask them to look out for me": "Bitten, auf mich zu achten",
        "I am no longer alerted for them": "Mich nicht mehr verständigen",
        "Ask to look out for them": "Anbieten, auf die Person zu achten",
        "%@ wants to look out for you, and asks you to look out for them.":
            "%@ möchte auf Sie achten und bittet Sie um das Gleiche.",
        "%@ wants to look out for you.": "%@ möchte auf Sie achten.",
        "%@ asks you to look out for them.": "%@ bittet Sie, auf sie oder ihn zu achten.",
        "%@ wants to end what you agreed on.": "%@ möchte die Absprache beenden.",
        "End the contact with %@, for both of you?": "Den Kontakt mit %@ für beide beenden?",
        "%@ is then no longer alerted if you do not check in.":
            "%@ wird dann nicht mehr verständigt, wenn Sie sich nicht melden.",
        "You are then no longer alerted for %@.": "Sie werden dann nicht mehr für %@ verständigt.",
        "Then nobody is alerted for you but the people who run this machine.":
            "Dann wird für Sie nur noch der Betreiber dieses Geräts verständigt.",
        "Then nobody is alerted for %@ but the people who run this machine.":
            "Dann wird für %@ nur noch der Betreiber dieses Geräts verständigt.",
        "No, go back": "Nein, zurück",
        "Yes": "Ja",

        // The first steps.
        "Step %@ of %@": "Schritt %@ von %@",
        "Say who you are, so that others know whose alarm it is.":
            "Sagen Sie, wer Sie sind, damit andere wissen, wessen Alarm es ist.",
        "Add somebody who is alerted if you do not check in.":
            "Fügen Sie jemanden hinzu, der verständigt wird, wenn Sie sich nicht melden.",
        "Wait until they agree. Until then, nobody is alerted but the people who run this machine.":
            "Warten Sie auf die Zustimmung. Bis dahin wird nur der Betreiber dieses Geräts verständigt.",
        "Check in for the first time. That starts your first deadline.":
            "Melden Sie sich zum ersten Mal. Damit beginnt Ihre erste Frist.",
        "Try it: ask your responders to answer a drill.":
            "Probieren Sie es: Bitten Sie Ihre Helfer, einen Probealarm zu beantworten.",
        "The drill is running. Its first answer appears here.":
            "Der Probealarm läuft. Die erste Antwort erscheint hier.",
        "Give my name": "Meinen Namen angeben",
        "Add somebody": "Jemanden hinzufügen",
        "Start a drill": "Probealarm beginnen",
        "Your responders have been asked to answer.": "Ihre Helfer werden um Antwort gebeten.",

        // The pages.
        "Home": "Start",
        "People": "Leute",
        "Inbox": "Post",
        "My code": "Mein Code",
        "keys": "Schlüssel",
        "You may not use LifeSignal on this machine. Ask the people who run it.":
            "Sie dürfen LifeSignal auf diesem Gerät nicht benutzen. Fragen Sie den Betreiber.",
        "LifeSignal is not running on this machine. Start it: systemctl start lifesignald":
            "LifeSignal läuft auf diesem Gerät nicht. Starten: systemctl start lifesignald",
        "LifeSignal does not answer: you may not be watched. This is the last known state.":
            "LifeSignal antwortet nicht: Vielleicht werden Sie nicht überwacht. Dies ist der letzte bekannte Stand.",
        "Nothing has happened yet.": "Bisher ist nichts geschehen.",
        "mark all as read": "alles gelesen",
        "Mark as read": "Als gelesen markieren",
        "new, ": "neu, ",
        "Answer a drill": "Probealarm beantworten",
        "You have answered the drill.": "Sie haben den Probealarm beantwortet.",

        // The person's code.
        "scan their code here, or type it": "den fremden Code hier scannen oder eintippen",
        "They find their code on this page, or with 'seam signal qr'.":
            "Die andere Person findet ihn auf dieser Seite oder mit 'seam signal qr'.",
        "Look up": "Nachsehen",
        "Look up a code": "Code nachsehen",
        "Your code, for others to scan": "Ihr Code, den andere scannen",
        "Replace my code": "Meinen Code ersetzen",
        "A new code": "Neuer Code",
        "The old code no longer works.": "Der alte Code gilt nicht mehr.",
        "This is the code of %@.": "Das ist der Code von %@.",
        "Until they agree, nobody is told of anything.": "Bis zur Zustimmung erfährt niemand etwas.",
        "They are asked. Until they agree, nobody is told of anything.":
            "Die Person wird gefragt. Bis zur Zustimmung erfährt niemand etwas.",
        "They look out for me": "Die Person achtet auf mich",
        "I look out for them": "Ich achte auf die Person",
        "Both": "Beides",

        // Signing in.
        "You check in from time to time. If you do not, LifeSignal alerts the people you have chosen. It is no "
            + "emergency service: in an emergency, phone for help.":
            "Sie melden sich von Zeit zu Zeit. Wenn Sie es nicht tun, verständigt LifeSignal die Menschen, die Sie "
            + "gewählt haben. Es ist kein Notruf: Rufen Sie im Notfall Hilfe an.",
        "your telephone number": "Ihre Telefonnummer",
        "with the country code, such as +49 151 12345678": "mit Ländervorwahl, zum Beispiel +49 151 12345678",
        "Get a code": "Code anfordern",
        "A code was sent to your telephone.": "Ein Code wurde an Ihr Telefon geschickt.",
        "Ask the people who run this machine for your code: 'seam signal code' shows it to them.":
            "Fragen Sie den Betreiber dieses Geräts nach Ihrem Code: 'seam signal code' zeigt ihn.",
        "the six digits": "die sechs Ziffern",
        "valid until %@": "gültig bis %@",
        "Sign in": "Anmelden",
        "Another number": "Andere Nummer",
        "A code has six digits.": "Ein Code hat sechs Ziffern.",

        // Settings.
        "You": "Sie",
        "set": "gesetzt",
        "not set": "nicht gesetzt",
        "1 contact": "1 Kontakt",
        "%@ contacts": "%@ Kontakte",
        "Check in every": "Melden alle",
        "First reminder, before that": "Erste Erinnerung, vorher",
        "Others are alerted, after that": "Andere verständigen, danach",
        "Pause, after the next check-in": "Pause nach dem nächsten Lebenszeichen",
        "none": "keine",
        "at once": "sofort",
        "1 day": "1 Tag",
        "%@ days": "%@ Tage",
        "1 hour": "1 Stunde",
        "%@ hours": "%@ Stunden",
        "1 minute": "1 Minute",
        "%@ minutes": "%@ Minuten",
        "This counts from your next check-in on. Until then: %@.":
            "Das gilt ab Ihrem nächsten Lebenszeichen. Bis dahin: %@.",
        "Change how you check in": "Fristen ändern",
        "Change the pause": "Pause ändern",
        "Remind me once": "Einmal erinnern",
        "Remind me": "Erinnern",
        "You will be reminded then.": "Sie werden dann erinnert.",
        "Tell me about": "Sagen Sie mir Bescheid über",
        "alarms of people who rely on me": "Alarme von Menschen, die sich auf mich verlassen",
        "Without them you look out for nobody.": "Ohne sie achten Sie auf niemanden.",
        "questions whether I am all right": "Fragen, ob es mir gut geht",
        "check-ins that are due": "fällige Lebenszeichen",
        "changes of my contacts": "Änderungen meiner Kontakte",
        "Language of messages": "Sprache der Nachrichten",
        "as this machine": "wie dieses Gerät",
        "Messages": "Nachrichten",
        "Name and note": "Name und Notiz",
        "PIN": "PIN",
        "Where messages reach me": "Wo Nachrichten ankommen",
        "Seen by my contacts": "Wer was von mir sieht",
        "Sign out": "Abmelden",
        "My name": "Mein Name",
        "First name": "Vorname",
        "Last name": "Nachname",
        "Note for helpers": "Notiz für Helfer",
        "People who are alerted for you see it during an alarm: a key, an illness, a door.":
            "Wer für Sie verständigt wird, sieht sie bei einem Alarm: ein Schlüssel, eine Krankheit, eine Tür.",
        "Store": "Speichern",
        "Type both names.": "Geben Sie beide Namen ein.",

        // Who sees what.
        "Nobody sees anything of you.": "Niemand sieht etwas von Ihnen.",
        "always: %@": "immer: %@",
        "in an alarm, in addition: %@": "bei einem Alarm zusätzlich: %@",
        "first name": "Vorname",
        "last name": "Nachname",
        "the end of your number": "das Ende Ihrer Nummer",
        "your number": "Ihre Nummer",
        "whether you are well": "ob es Ihnen gut geht",
        "your last check-in": "Ihr letztes Lebenszeichen",
        "how you are told": "wie Sie verständigt werden",
        "your picture": "Ihr Bild",
        "your alarm": "Ihr Alarm",
        "your note": "Ihre Notiz",
        "nothing": "nichts",

        // The PIN.
        "your PIN": "Ihre PIN",
        "This screen then asks for the PIN when you check in. The second PIN does the same as the first, and "
            + "calls for help in secret: type it if somebody forces you.":
            "Dieser Bildschirm fragt dann nach der PIN, wenn Sie sich melden. Die zweite PIN tut das Gleiche wie die "
            + "erste und ruft heimlich um Hilfe: Geben Sie sie ein, wenn jemand Sie zwingt.",
        "PIN, 4 to 8 digits": "PIN, 4 bis 8 Ziffern",
        "second PIN, if you want one": "zweite PIN, wenn Sie eine wollen",
        "A PIN has 4 to 8 digits.": "Eine PIN hat 4 bis 8 Ziffern.",
        "The two PINs must differ.": "Die beiden PINs müssen sich unterscheiden.",
        "Change the PIN": "PIN ändern",
        "Remove the PIN": "PIN entfernen",
        "There is no PIN now.": "Es gibt jetzt keine PIN.",
        "The PIN is set.": "Die PIN ist gesetzt.",

        // Addresses.
        "Messages reach you only on this machine.": "Nachrichten erreichen Sie nur an diesem Gerät.",
        "waits for its code": "wartet auf seinen Code",
        "refuses messages": "nimmt keine Nachrichten an",
        "Remove": "Entfernen",
        "the code that you got": "der Code, den Sie bekamen",
        "Confirm": "Bestätigen",
        "This machine cannot send messages. Ask the people who run it.":
            "Dieses Gerät kann keine Nachrichten senden. Fragen Sie den Betreiber.",
        "Add an address": "Adresse hinzufügen",
        "Confirm an address": "Adresse bestätigen",
        "Remove an address": "Adresse entfernen",
        "By": "Über",
        "Address": "Adresse",
        "Send a code there": "Einen Code dorthin senden",
        "A code was sent to this address. Type it here.": "An diese Adresse ging ein Code. Geben Sie ihn hier ein.",
        "You are told there from now on.": "Von jetzt an erhalten Sie dort Nachrichten.",
        "Nothing is sent there from now on.": "Von jetzt an wird dorthin nichts gesendet.",

        // Signing out.
        "Your deadline continues: check in by %@, here or elsewhere, or others are alerted.":
            "Ihre Frist läuft weiter: Melden Sie sich bis %@, hier oder anderswo, sonst werden andere verständigt.",
        "This screen no longer tells you about the people you look out for.":
            "Hier erfahren Sie dann nichts mehr über die Menschen, auf die Sie achten.",
        "Stay signed in": "Angemeldet bleiben",

        // What LifeSignal refuses.
        "That was tried too often. Please wait a minute.": "Das wurde zu oft versucht. Bitte warten Sie eine Minute.",
        "That was tried too often. Please wait %@ minutes.": "Das wurde zu oft versucht. Bitte warten Sie %@ Minuten.",
        "The code is wrong. Tries left: %@.": "Der Code ist falsch. Verbleibende Versuche: %@.",
        "LifeSignal did not answer. Look whether it was done.":
            "LifeSignal hat nicht geantwortet. Sehen Sie nach, ob es geschehen ist.",
        "LifeSignal does not answer on this machine.": "LifeSignal antwortet auf diesem Gerät nicht.",
        "The PIN is wrong.": "Die PIN ist falsch.",
        "No code is expected. Ask for a new one.": "Es wird kein Code erwartet. Fordern Sie einen neuen an.",
        "That is not a telephone number with its country code, such as +49 151 12345678.":
            "Das ist keine Telefonnummer mit Ländervorwahl wie +49 151 12345678.",
        "That is not a LifeSignal code. It begins with LS1: and has 32 characters.":
            "Das ist kein Code von LifeSignal. Er beginnt mit LS1: und hat 32 Zeichen.",
        "Nobody has this code. It may have been replaced: ask for the new one.":
            "Diesen Code hat niemand. Vielleicht wurde er ersetzt: Fragen Sie nach dem neuen.",
        "This is your own code.": "Das ist Ihr eigener Code.",
        "This person is already your contact.": "Diese Person ist schon Ihr Kontakt.",
        "One of you has too many contacts, or too many open requests.":
            "Eine der beiden Personen hat zu viele Kontakte oder offene Anfragen.",
        "They have not agreed that you look out for them.": "Die Person hat nicht zugestimmt, dass Sie auf sie achten.",
        "Nobody has agreed to be alerted yet.": "Noch hat niemand zugestimmt, verständigt zu werden.",
        "Calls can be silenced only after three false calls within a day.":
            "Hilferufe lassen sich erst nach drei falschen an einem Tag stummschalten.",
        "You are the only one who is alerted, so their calls cannot be silenced.":
            "Nur Sie werden verständigt, deshalb bleiben die Hilferufe hörbar.",
        "This alarm is already over.": "Dieser Alarm ist schon vorbei.",
        "This question was already answered.": "Diese Frage ist schon beantwortet.",
        "Choose between 5 minutes and 7 days.": "Wählen Sie zwischen 5 Minuten und 7 Tagen.",
        "The first reminder must come before the deadline.": "Die erste Erinnerung muss vor der Frist kommen.",
        "Choose a time within the next 30 days.": "Wählen Sie eine Zeit in den nächsten 30 Tagen.",
        "You are signed out.": "Sie sind abgemeldet.",
        "Messages cannot be sent in this way.": "Auf diesem Weg lassen sich keine Nachrichten senden.",
        "You have too many addresses. Remove one first.": "Sie haben zu viele Adressen. Entfernen Sie erst eine.",
        "LifeSignal cannot store anything now. Ask the people who run this machine.":
            "LifeSignal kann jetzt nichts speichern. Fragen Sie den Betreiber dieses Geräts.",
        "LifeSignal has lost its data. Ask the people who run this machine.":
            "LifeSignal hat seine Daten verloren. Fragen Sie den Betreiber dieses Geräts.",

        // The keys.
        "LifeSignal: check in, and look out for others": "LifeSignal: sich melden und auf andere achten",
        "Press . once more, or keep holding: help is called.":
            ". noch einmal drücken oder weiter halten: Hilfe wird gerufen.",
        "Sign out, or let somebody else sign in": "Abmelden, oder jemand anderen anmelden",
        "Sign out?": "Abmelden?",
        "Your keys disappear from this screen. They stay sealed on this machine until you sign in again.":
            "Ihre Schlüssel verschwinden von diesem Bildschirm. Sie bleiben versiegelt auf diesem Gerät, bis Sie "
            + "sich wieder anmelden.",
        "You stay signed in to LifeSignal, which has its own settings.":
            "Bei LifeSignal bleiben Sie angemeldet; es hat eigene Einstellungen.",
        "Sign out, and erase the keys from this machine": "Abmelden und die Schlüssel von diesem Gerät löschen",

        // Doors, leaving, and a new number.
        "The door counts as a check-in.": "Die Tür zählt als Lebenszeichen.",
        "The door did not count as a check-in. Check in yourself.":
            "Die Tür zählte nicht als Lebenszeichen. Melden Sie sich selbst.",
        "A door that you open counts as a check-in. Your responders are told.":
            "Eine Tür, die Sie öffnen, zählt als Lebenszeichen. Ihre Helfer erfahren es.",
        "Doors no longer count as check-ins. Your responders are told.":
            "Türen zählen nicht mehr als Lebenszeichen. Ihre Helfer erfahren es.",
        "A door that I open counts as a check-in": "Eine Tür, die ich öffne, zählt als Lebenszeichen",
        "With a PIN, a door does not count as a check-in.": "Mit einer PIN zählt keine Tür als Lebenszeichen.",
        "Leave LifeSignal": "LifeSignal verlassen",
        "Your deadlines and alarms end, and your data is erased. Nobody watches you from then on. This cannot "
            + "be undone. To be away for a while, set a pause instead.":
            "Ihre Fristen und Alarme enden, und Ihre Daten werden gelöscht. Von da an überwacht Sie niemand. Das "
            + "lässt sich nicht rückgängig machen. Wenn Sie nur eine Weile fort sind, wählen Sie eine Pause.",
        "1 person is told that you have left.": "1 Person erfährt, dass Sie nicht mehr dabei sind.",
        "%@ people are told that you have left.": "%@ Personen erfahren, dass Sie nicht mehr dabei sind.",
        "My number": "Meine Nummer",
        "Change my number": "Meine Nummer ändern",
        "Your number is now %@. Your contacts are told.": "Ihre Nummer ist jetzt %@. Ihre Kontakte erfahren es.",
        "Your contacts, deadlines and alarms stay. Your contacts are told the new number.":
            "Kontakte, Fristen und Alarme bleiben. Ihre Kontakte erfahren die neue Nummer.",
        "your new telephone number": "Ihre neue Telefonnummer",
        "Another person here has this number.": "Eine andere Person hier hat diese Nummer.",
        "The alarm of %@ then ends for everybody. Have you spoken to them?":
            "Der Alarm von %@ endet dann für alle. Haben Sie mit der Person gesprochen?",
        "the same PIN again": "dieselbe PIN noch einmal",
        "If you leave this empty, there is no second PIN.": "Bleibt dies leer, gibt es keine zweite PIN.",
        "The PIN was not typed the same twice.": "Die PIN war nicht beide Male gleich.",
    ]
}
