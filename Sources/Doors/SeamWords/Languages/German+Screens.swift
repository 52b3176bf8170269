extension SeamLanguage {
    /// The German texts of the access screens.
    static let germanScreens: [String: String] = [
        "today %@": "heute %@",
        "tomorrow %@": "morgen %@",
        "yesterday": "gestern",
        "yesterday %@": "gestern %@",
        "until %@": "bis %@",
        "%@ min left": "noch %@ min",
        "1 hour left": "noch 1 Stunde",
        "%@ hours left": "noch %@ Stunden",
        "%@ days left": "noch %@ Tage",
        "%@ s left": "noch %@ s",

        "code %@": "Code %@",
        "card %@": "Karte %@",
        "Code %@": "Code %@",
        "Card %@": "Karte %@",
        "discovered": "entdeckt",
        "1 more": "1 weiterer",
        "%@ more": "%@ weitere",
        "Details": "Einzelheiten",
        "Less": "Weniger",
        "Show": "Zeigen",
        "Hide": "Verbergen",
        "code and card number, for ten seconds; the journal records it":
            "Code und Kartennummer, für zehn Sekunden; das Protokoll vermerkt es",

        "Finish sign-in": "Anmeldung abschließen",
        "How to get online": "So geht es online",
        "How to switch it on": "So wird es eingeschaltet",
        "How to permit it": "So wird es erlaubt",
        "How to restart it": "So wird er neu gestartet",
        "This cannot be done now.": "Das geht gerade nicht.",
        "Enter the code on this page. This closes by itself when you have done so.":
            "Den Code auf dieser Seite eingeben. Danach schließt sich dies von selbst.",
        "Enter the code on this page. The door opens when you have done so.":
            "Den Code auf dieser Seite eingeben. Danach öffnet sich die Tür.",
        "Copy address": "Adresse kopieren",
        "Sent to the terminal.": "An das Terminal geschickt.",
        "The terminal does not accept copies.": "Das Terminal nimmt keine Kopien an.",
        "This closes by itself when you have done so.": "Dies schließt sich von selbst, sobald es erledigt ist.",
        "Close": "Schließen",

        "Your keys are being read": "Die Schlüssel werden gelesen",
        "No keys yet": "Noch keine Schlüssel",
        "The people who run the building give you keys, which then appear here.":
            "Schlüssel vergibt der Betreiber des Gebäudes; sie erscheinen von selbst.",
        "Refreshing": "Wird aktualisiert",
        "Refresh": "Aktualisieren",
        "Loading": "Wird geladen",
        "No key has that name.": "Kein Schlüssel heißt so.",
        "Search keys": "Schlüssel suchen",
        "%@ keys: search for those that are not shown": "%@ Schlüssel: nach denen suchen, die nicht zu sehen sind",

        "Finding the lock": "Das Schloss suchen",
        "Connecting to the lock": "Mit dem Schloss verbinden",
        "The lock turns": "Das Schloss dreht sich",
        "The lock has reported it.": "Das Schloss meldet es.",
        "The connection to the lock failed. Look at the door.":
            "Die Verbindung zum Schloss kam nicht zustande. Nach der Tür sehen.",
        "Ready to open": "Bereit zum Öffnen",
        "Stand near the door": "Nahe an die Tür treten",
        "Press Enter": "Die Eingabetaste drücken",
        "Open the door when you are told to": "Die Tür öffnen, sobald es hier steht",
        "Open [action]": "Öffnen",
        "Open anyway": "Trotzdem öffnen",
        "The door": "Diese Tür",
        "%@ is in privacy mode: somebody inside does not want to be disturbed.":
            "%@: Privatmodus. Jemand möchte drinnen nicht gestört werden.",
        "%@: the lock's battery is low. Please tell the people who run this door.":
            "%@: Die Batterie des Schlosses ist schwach. Bitte den Betreibern der Tür Bescheid sagen.",
        "Note": "Hinweis",
        "done": "fertig",
        "waiting": "wartet",
        "under way": "läuft",
        "to come": "folgt",
        "Too late to cancel": "Zum Abbrechen zu spät",
        "Cancelling": "Wird abgebrochen",
        "cancel": "abbrechen",
        "Try again": "Noch einmal",
        "Done": "Fertig",

        "Nobody is signed in.": "Niemand ist angemeldet.",
        "Signing in": "Wird angemeldet",
        "client session token": "Client-Session-Token",
        "refreshing": "lädt neu",
        "refresh": "aktualisieren",
        "lines": "Zeilen",
        "cards": "Karten",
        "%@ is no longer in the list.": "%@ ist nicht mehr da.",
    ]

    /// The other German texts of `seam tui`.
    static let germanClient: [String: String] = [
        "You may not use the session daemon.": "Kein Zugang zum Sitzungsdienst.",
        "The session daemon is not running.": "Der Sitzungsdienst läuft nicht.",
        "Start it: systemctl start seam-sessiond. The keys appear here by themselves.\n\n%@":
            "Starten: systemctl start seam-sessiond. Die Schlüssel erscheinen hier von selbst.\n\n%@",
        "Your keys have not been read yet.": "Die Schlüssel sind noch nicht gelesen.",
        "They appear here as they arrive.": "Sie erscheinen hier, sobald sie kommen.",
        "No keys yet.": "Noch keine Schlüssel.",
        "%@ Press r to ask again.": "%@ Mit r noch einmal fragen.",
        "No key matches.": "Kein Schlüssel passt.",
        "Without the search, all are shown.": "Ohne die Suche werden alle gezeigt.",
        "name or place": "Name oder Ort",
        "The paste is incomplete: paste it again, or press Ctrl-C.":
            "Das Eingefügte kam nicht ganz an: noch einmal einfügen oder Strg-C drücken.",
        "%@. These are the keys as last read.": "%@. Die Schlüssel sind auf dem letzten Stand.",
        "%@ These are the keys as of %@.": "%@ Die Schlüssel sind auf dem Stand von %@.",
        "The session cannot be reached. This is the last known state.":
            "Die Sitzung ist nicht zu erreichen. Dies ist der letzte Stand.",
        "The session daemon is not running. These are the keys as last read.":
            "Der Sitzungsdienst läuft nicht. Die Schlüssel sind auf dem letzten Stand.",
        "quit": "beenden",
        "open [action]": "öffnen",
        "detail": "Einzelheiten",
        "search": "suchen",
        "activity": "Verlauf",
        "help": "Hilfe",
        "sign in": "anmelden",
        "down": "abwärts",
        "up": "aufwärts",
        "show": "zeigen",
        "hide": "verbergen",
        "back": "zurück",
        "choose": "wählen",
        "change": "ändern",
        "next": "weiter",
        "history": "Verlauf",
        "less": "weniger",
        "details": "Einzelheiten",

        "Keys": "Tasten",
        "arrows, j k": "Pfeile, j k",
        "choose a key": "einen Schlüssel wählen",
        "Enter": "Eingabe",
        "open its door; also a double click": "seine Tür öffnen; auch mit Doppelklick",
        "cancel while it is still possible; go back": "abbrechen, solange das Schloss keinen Befehl hat; zurück",
        "all about the key": "alles über den Schlüssel",
        "show its code for ten seconds": "seinen Code zehn Sekunden zeigen",
        "look for a key by its name or place": "einen Schlüssel nach Name oder Ort suchen",
        "what was opened, and when": "was geöffnet wurde, und wann",
        "ask the cloud for the keys now": "die Cloud jetzt nach den Schlüsseln fragen",
        "draw the screen again": "den Bildschirm neu zeichnen",
        "back to the shell; 'fg' returns here": "zurück zur Shell; 'fg' kommt wieder",
        "Ctrl-L": "Strg-L",
        "Ctrl-Z": "Strg-Z",
        "Ctrl-C": "Strg-C",
        "q, Ctrl-C": "q, Strg-C",
        "end": "beenden",

        "cards instead of lines, and back": "Karten statt Zeilen, und zurück",
        "colours, spacing and language": "Farben, Abstand und Sprache",
        "settings": "Einstellungen",
        "Settings": "Einstellungen",
        "Language": "Sprache",
        "Spacing": "Abstand",
        "Colours": "Farben",
        "No motion": "Keine Bewegung",
        "compact": "eng",
        "regular": "mittel",
        "comfortable": "bequem",
        "large": "groß",
        "usual": "gewohnt",
        "high contrast": "starker Kontrast",
        "one colour": "einfarbig",
        "green": "grün",

        "weak signal": "schwaches Signal",
        "fair signal": "mittleres Signal",
        "strong signal": "starkes Signal",
        "Near": "Nähe",
        "Opened": "Geöffnet",
        "%@ was last opened %@.": "%@ wurde zuletzt %@ geöffnet.",
        "Activity": "Verlauf",
        "Activity of %@": "Verlauf von %@",
        "Reading the journal": "Das Protokoll wird gelesen",
        "Nothing yet.": "Noch nichts.",
        "When": "Wann",
        "Door": "Tür",
        "Outcome": "Ergebnis",
        "may be open": "evtl. offen",
        "open": "offen",
        "timed out": "Zeit um",
        "failed": "gescheitert",
        "cancelled": "abgebrochen",
        "a key that no longer exists": "ein Schlüssel, der weg ist",

        "Cancelled. Nothing was opened.": "Abgebrochen. Nichts wurde geöffnet.",
        "The list has changed. Press Enter again.":
            "Die Liste hat sich geändert. Noch einmal die Eingabetaste drücken.",
        "The keys are up to date.": "Die Schlüssel sind auf dem neuesten Stand.",
        "1 key": "1 Schlüssel",
        "%@ keys": "%@ Schlüssel",
        "%@ of %@": "%2$@, %1$@ gefunden",
        "%@, %@ to open%@%@": "%@, davon %@ bereit%@%@",
        ", refreshing": ", wird aktualisiert",
        "Your keys are being read%@": "Die Schlüssel werden gelesen%@",
        ": %@ of %@": ": %@ von %@",
        "no daemon": "kein Dienst",
        "connecting": "verbindet",
        "offline": "offline",
        "behind": "veraltet",
        "%@ since %@": "%@ seit %@",
        "live": "aktuell",
        "no radio": "kein Funk",
        "radio off": "Funk aus",
        "radio not permitted": "Funk nicht erlaubt",

        """
        Paste or scan a client session token, and press Enter. You get the token from the people who give you \
        keys. Press Enter alone to continue the session that was here before.
        """:
            """
        Ein Client-Session-Token einfügen oder einlesen und die Eingabetaste drücken. Das Token kommt von \
        dort, wo auch die Schlüssel herkommen. Die Eingabetaste allein setzt die Sitzung fort, die vorher hier war.
        """,
        """
        Paste or scan a client session token, or type the path of its file, and press Enter. You get the token from \
        the people who give you keys. Press Enter alone to continue the session that was here before.
        """:
            """
        Ein Client-Session-Token einfügen oder einlesen, oder den Pfad einer Datei eingeben, die eines \
        enthält, und die Eingabetaste drücken. Das Token kommt von dort, wo auch die Schlüssel herkommen. Die \
        Eingabetaste allein setzt die Sitzung fort, die vorher hier war.
        """,
        "The token cannot be read: %@": "Das Token ist nicht lesbar: %@",
        "%@ is a symbolic link. Name the file that it points to.":
            "%@ ist ein symbolischer Link. Die Datei nennen, auf die er zeigt.",
        "Valid": "Gültig",
        "Code": "Code",
        "Card": "Karte",
        "Given": "Vergeben",
        "on this machine, not by the cloud": "auf diesem Gerät, nicht von der Cloud",
        "then": "dann",
        "for as long as the key exists": "solange er da ist",
        "until %@%@": "bis %@%@",
        ", which has passed": ", das ist vorbei",
        "v shows it for 10 s; the journal records that": "v zeigt ihn 10 s lang; das Protokoll vermerkt es",
        "v prints it, and it is erased at the end; the journal records that":
            "v gibt ihn aus; das Protokoll vermerkt es, und am Ende wird er gelöscht",
        "v hides it": "v verbirgt ihn",

        // Plain mode's own words.
        "number to %@": "Nummer: %@",
        "press": "drücken",
        "write": "schreiben",
        "number and + or -": "Nummer und + oder -",
        "1 to %@": "1 bis %@",
        "a number and + or -: change": "eine Nummer und + oder -: ändern",
        "/ and words": "/ und Wörter",
        "any other line: %@": "jede andere Zeile: %@",
        "To use a letter on one line, type the line's number after it: %@ 1":
            "Ein Buchstabe gilt für eine Zeile, wenn deren Nummer dahinter steht: %@ 1",
        ", not shown": ", wird nicht angezeigt",
        "This line means nothing here. Type ? to see what you can type, or q to quit.":
            "Diese Zeile bedeutet hier nichts. ? zeigt, was man eingeben kann; q beendet.",
        "Everything that you type is visible.": "Was man eingibt, ist zu sehen.",
        "That line is too long.": "Diese Zeile ist zu lang.",
        "The last line is incomplete.": "Die letzte Zeile ist unvollständig.",
        "The numbers have just changed: read them, then type your line again.":
            "Die Nummern haben sich gerade geändert: bitte lesen und noch einmal eingeben.",
        "chosen": "gewählt",
        "on": "an",
        "off": "aus",
    ]
}
