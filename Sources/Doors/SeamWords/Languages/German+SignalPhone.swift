extension SeamLanguage {
    /// The German texts of the pages of people's phones.
    static let germanSignalPhone: [String: String] = [
        "in %@ days": "in %@ Tagen",
        "Call for help?": "Um Hilfe rufen?",
        "The people who look out for you are alerted, and the people who run this machine. LifeSignal does "
            + "not call the emergency services.":
            "Verständigt werden die Menschen, die auf Sie achten, und der Betreiber dieses Geräts. LifeSignal "
            + "wählt nicht den Notruf.",
        "Yes, call for help": "Ja, um Hilfe rufen",
        "This phone then shows no alarms and cannot check in. Your deadline continues.":
            "Dann zeigt dieses Telefon keine Alarme mehr, und Sie können sich damit nicht melden. Ihre Frist "
            + "läuft weiter.",
        "Yes, sign out": "Ja, abmelden",
        "Type your PIN, and press the button again.": "Geben Sie Ihre PIN ein und drücken Sie noch einmal.",
        "This phone is not added to LifeSignal": "Dieses Telefon gehört nicht zu LifeSignal",
        "Make a code in LifeSignal on your computer, or run 'seam signal phone add' there. Then scan the code "
            + "with this phone, or open the next page and type its letters.":
            "Erzeugen Sie in LifeSignal auf Ihrem Computer einen Code, oder rufen Sie dort 'seam signal phone "
            + "add' auf. Scannen Sie den Code dann mit diesem Telefon, oder öffnen Sie die nächste Seite und tippen "
            + "Sie seine Buchstaben ein.",
        "Type the letters of a code": "Buchstaben eines Codes eintippen",
        "To use LifeSignal on this phone again, add it again.":
            "Um LifeSignal auf diesem Telefon wieder zu benutzen, fügen Sie es wieder hinzu.",
        "Add this phone?": "Dieses Telefon hinzufügen?",
        "From then on, anyone with this phone can check in for the person who has made the code, and answer "
            + "alarms in their name.":
            "Danach kann sich jeder mit diesem Telefon im Namen der Person melden, die den Code erzeugt hat, und "
            + "in ihrem Namen auf Alarme antworten.",
        "The eight letters of the code": "Die acht Buchstaben des Codes",
        "Add this phone": "Dieses Telefon hinzufügen",
        "Phone": "Telefon",
        "This code is not valid": "Dieser Code ist nicht gültig",
        "It was used already, or its time is over. Make a new one.":
            "Er wurde schon benutzt, oder seine Zeit ist vorbei. Erzeugen Sie einen neuen.",
        "Too many wrong codes were typed": "Es wurden zu viele falsche Codes eingetippt",
        "Wait a minute, and try it again. Or scan the code.":
            "Warten Sie eine Minute und versuchen Sie es noch einmal. Oder scannen Sie den Code.",
        "This phone was not added": "Dieses Telefon wurde nicht hinzugefügt",
        "You have too many phones. Remove one of them first.":
            "Sie haben zu viele Telefone. Entfernen Sie zuerst eines.",
        "This phone may not have been added. Make a new code, and try it again.":
            "Vielleicht wurde dieses Telefon nicht hinzugefügt. Erzeugen Sie einen neuen Code und versuchen Sie "
            + "es noch einmal.",
        "You may not be watched now. If you need help, phone somebody. This page tries again by itself.":
            "Vielleicht werden Sie jetzt nicht überwacht. Wenn Sie Hilfe brauchen, rufen Sie jemanden an. Diese "
            + "Seite versucht es von selbst noch einmal.",
        "Your check-in may not have been recorded. Open LifeSignal again, and look.":
            "Vielleicht wurde Ihr Lebenszeichen nicht gespeichert. Öffnen Sie LifeSignal noch einmal und sehen "
            + "Sie nach.",
        "Your call for help may not have been sent. Phone somebody.":
            "Vielleicht ging Ihr Hilferuf nicht hinaus. Rufen Sie jemanden an.",
        "It may not have been recorded. Open LifeSignal again, and look.":
            "Vielleicht wurde es nicht gespeichert. Öffnen Sie LifeSignal noch einmal und sehen Sie nach.",
        "Remove the phone %@?": "Das Telefon %@ entfernen?",
        "Yes, remove it": "Ja, entfernen",
        "All messages are marked as read.": "Alle Nachrichten sind als gelesen markiert.",
        "The phone was removed.": "Das Telefon wurde entfernt.",
        "This phone was already removed.": "Dieses Telefon wurde schon entfernt.",
        "It has changed since this page was shown. Look at it again.":
            "Es hat sich geändert, seit diese Seite angezeigt wurde. Sehen Sie es sich noch einmal an.",
        "There is no connection": "Es besteht keine Verbindung",
        "You cannot check in here now. If you need help, phone somebody.":
            "Sie können sich hier jetzt nicht melden. Wenn Sie Hilfe brauchen, rufen Sie jemanden an.",
        "This was not sent, because there is no connection. It is not sent later either. Press the button "
            + "again then.":
            "Das wurde nicht gesendet, denn es besteht keine Verbindung. Es wird auch nicht später gesendet. "
            + "Drücken Sie dann noch einmal.",
        "The connection is back. Nothing was sent: press the button again.":
            "Die Verbindung ist wieder da. Es wurde nichts gesendet: Drücken Sie noch einmal.",
        "this phone": "dieses Telefon",
        "My phones": "Meine Telefone",
        "added %@, last used %@": "hinzugefügt %@, zuletzt benutzt %@",
        "Alarms as notifications": "Alarme als Benachrichtigungen",
        "Show alarms on this phone": "Alarme auf diesem Telefon anzeigen",
        "This phone then shows alarms and other messages as notifications, even while LifeSignal is closed. A "
            + "notification with a code comes first.":
            "Dieses Telefon zeigt dann Alarme und andere Nachrichten als Benachrichtigungen an, auch wenn LifeSignal "
            + "geschlossen ist. Zuerst kommt eine Benachrichtigung mit einem Code.",
        "On an iPhone, this works only after you have added this page to the home screen and opened it from there.":
            "Auf einem iPhone geht das nur, wenn Sie diese Seite zum Home-Bildschirm hinzugefügt und von dort aus "
            + "geöffnet haben.",
        "This phone does not allow notifications of LifeSignal. Allow them in its settings, and press the button "
            + "again.":
            "Dieses Telefon erlaubt keine Benachrichtigungen von LifeSignal. Erlauben Sie sie in seinen Einstellungen "
            + "und drücken Sie noch einmal.",
        "The code in the notification": "Der Code in der Benachrichtigung",
        "Stop showing alarms there": "Dort keine Alarme mehr anzeigen",
        "A phone or browser (%@) accepts no notifications now.":
            "Ein Telefon oder Browser (%@) nimmt zurzeit keine Benachrichtigungen an.",
        "A phone or browser (%@) shows alarms.": "Ein Telefon oder Browser (%@) zeigt Alarme an.",
        "A notification with a code comes to this phone. Type the code below.":
            "Auf dieses Telefon kommt eine Benachrichtigung mit einem Code. Geben Sie ihn unten ein.",
        "This phone already shows alarms.": "Dieses Telefon zeigt schon Alarme an.",
        "This phone shows alarms from now on.": "Dieses Telefon zeigt ab jetzt Alarme an.",
        "No alarms are shown there from now on.": "Dort werden ab jetzt keine Alarme mehr angezeigt.",
        "The code is wrong.": "Der Code ist falsch.",
        "The code is no longer valid. Press the button for a new one.":
            "Der Code ist nicht mehr gültig. Drücken Sie auf die Schaltfläche, um einen neuen zu bekommen.",
        "You have too many addresses. Remove one of them first.":
            "Sie haben zu viele Adressen. Entfernen Sie zuerst eine.",
        "Notifications cannot be set up now. Ask the people who run this machine.":
            "Benachrichtigungen lassen sich jetzt nicht einrichten. Fragen Sie den Betreiber dieses Geräts.",
        "Contacts": "Kontakte",
        "Their code": "Code der anderen Person",
        "They find their code on this page of their own phone, or in LifeSignal on their computer.":
            "Die andere Person findet ihn auf dieser Seite ihres Telefons oder in LifeSignal auf ihrem "
            + "Computer.",
        "Or send them this address:": "Oder schicken Sie diese Adresse:",
        "Replace my code?": "Meinen Code ersetzen?",
        "Codes and addresses that you have given to others no longer work then.":
            "Codes und Adressen, die Sie anderen gegeben haben, gelten dann nicht mehr.",
        "Times": "Zeiten",
        "Longer times and a pause need your PIN.": "Längere Zeiten und eine Pause brauchen Ihre PIN.",
        "In": "In",
        "Your note is too long to be changed here. Change it on your computer.":
            "Ihre Notiz ist zu lang, um sie hier zu ändern. Ändern Sie sie auf Ihrem Computer.",
        "Set this PIN": "Diese PIN festlegen",
        "Remove the PIN?": "Die PIN entfernen?",
        "Something that you typed cannot be used. Look for a mistake in it.":
            "Etwas, das Sie eingegeben haben, lässt sich nicht verwenden. Suchen Sie einen Fehler darin.",
        "%@; %@": "%@; %@",
        "To alert them later, type your PIN.": "Um sie später zu verständigen, geben Sie Ihre PIN ein.",
        "Withdraw my request": "Meine Bitte zurücknehmen",
        "Remove from the list": "Aus der Liste entfernen",
        "Remove %@ from the list?": "%@ aus der Liste entfernen?",
        "The other side has already ended this contact.": "Die andere Seite hat diesen Kontakt schon beendet.",
        "%@ (%@)": "%@ (%@)",
        "Your request is withdrawn.": "Ihre Bitte ist zurückgenommen.",
        "End the pause": "Die Pause beenden",
        "To set a PIN here, add this phone again, or set it in LifeSignal on your computer.":
            "Um hier eine PIN festzulegen, fügen Sie dieses Telefon noch einmal hinzu, oder legen Sie sie in "
            + "LifeSignal auf Ihrem Computer fest.",
        "The second PIN does the same, and secretly alerts your responders that somebody is forcing you. If "
            + "you leave this empty, there is no second PIN.":
            "Die zweite PIN tut dasselbe und meldet Ihren Helfern heimlich, dass jemand Sie zwingt. Bleibt "
            + "dies leer, gibt es keine zweite PIN.",
        "To change your number or your other addresses, or to leave LifeSignal, use LifeSignal on your "
            + "computer.":
            "Ihre Nummer und Ihre anderen Adressen ändern Sie in LifeSignal auf Ihrem Computer. Dort können "
            + "Sie LifeSignal auch verlassen.",
        "Then anyone with this phone can end your calls for help, and change when others are alerted. Before "
            + "you can set a PIN here again, you have to add this phone again.":
            "Dann kann jeder mit diesem Telefon Ihre Hilferufe beenden und ändern, wann andere verständigt "
            + "werden. Bevor Sie hier wieder eine PIN festlegen können, müssen Sie dieses Telefon noch einmal "
            + "hinzufügen.",
        "A pause has begun. You check in again by %@.": "Eine Pause hat begonnen. Sie melden sich wieder bis %@.",
        "It is then signed out immediately, and shows no alarms.":
            "Es wird dann sofort abgemeldet und zeigt keine Alarme mehr an.",
        "That is not a LifeSignal code. Scan it, or paste all of it or of its address.":
            "Das ist kein Code von LifeSignal. Scannen Sie ihn, oder fügen Sie ihn oder seine Adresse ganz "
            + "ein.",
        "Look up the code again.": "Schlagen Sie den Code noch einmal nach.",
    ]
}
