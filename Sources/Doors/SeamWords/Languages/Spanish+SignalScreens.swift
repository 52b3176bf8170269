extension SeamLanguage {
    /// The Spanish texts of LifeSignal's screens.
    static let spanishSignalScreens: [String: String] = [
        // The person's own check-ins.
        "No deadline is running.": "No corre ningún plazo.",
        "Your next check-in starts one.": "Sus próximas señales inician uno.",
        "Check in by %@.": "Dé señales antes de: %@.",
        "Your check-in is 1 minute late.": "Sus señales se retrasan 1 minuto.",
        "Your check-in is %@ minutes late.": "Sus señales se retrasan %@ minutos.",
        "Your check-in is %@ hours late.": "Sus señales se retrasan %@ horas.",
        "Others have been alerted. Check in as soon as you can.": "Se ha avisado a otros. Dé señales en cuanto pueda.",
        "Others are alerted in 1 minute.": "En 1 minuto se avisa a otros.",
        "Others are alerted in %@ minutes.": "En %@ minutos se avisa a otros.",
        "I am all right": "Estoy bien",
        "Thank you. You have checked in.": "Gracias. Ha dado señales.",
        "Nobody is watched now. Tell the people who run this machine.":
            "Ahora no se vigila a nadie. Dígaselo a quien gestiona este equipo.",
        "%@ asks: are you all right?": "%@ pregunta: ¿está usted bien?",
        "Press %@.": "Pulse %@.",
        "watched": "vigilado",
        "not watched": "sin vigilancia",
        "no deadline": "sin plazo",
        "signed out": "sin sesión",
        "Connecting": "Conectando",

        // Calls for help, and what the person is told about alarms.
        "Call for help": "Pedir ayuda",
        "call for help": "pedir ayuda",
        "Hold for three seconds, or press twice.": "Manténgalo tres segundos o pulse dos veces.",
        "Press once more, or keep holding: help is called. Esc: not now.":
            "Pulse otra vez o siga pulsando: se pide ayuda. Esc: ahora no.",
        "Press h once more, or keep holding: help is called. Esc: not now.":
            "Pulse h otra vez o siga pulsando: se pide ayuda. Esc: ahora no.",
        "Press the space bar or Enter. Hold h for three seconds: call for help.":
            "Pulse la barra espaciadora o Intro. Mantenga h tres segundos: pedir ayuda.",
        "Help is being called.": "Se está pidiendo ayuda.",
        "Your call for help was not sent. Phone somebody. %@": "Su petición de ayuda no salió. Llame a alguien. %@",
        "Cancel my call for help": "Anular mi petición de ayuda",
        "cancel my call": "anular petición",
        "Press x: cancel the call for help.": "Pulse x: anular la petición de ayuda.",
        "Your call for help has ended. Everybody who was alerted is told.":
            "Su petición de ayuda ha terminado. Se informa a todos los avisados.",
        "You called for help %@.": "Pidió ayuda %@.",
        "Others are alerted because you did not check in.": "Se ha avisado a otros porque no dio señales.",
        "Nobody has answered yet.": "Nadie ha respondido aún.",
        "The operator of this machine takes care of it.": "El operador de este equipo se ocupa de ello.",
        "Somebody is on the way.": "Alguien va en camino.",
        "Your call for help continues.": "Su petición de ayuda continúa.",
        "Alerted if you do not press: %@.": "Si no pulsa, se avisa a: %@.",
        "Nobody is alerted but the people who run this machine.": "Solo se avisa a quien gestiona este equipo.",

        // The people on both sides.
        "You look out for": "Usted cuida de",
        "People who are alerted, in this order": "A quién se avisa, por orden",
        "Nobody yet: only the people who run this machine.": "Aún a nadie: solo a quien gestiona este equipo.",
        "cannot be alerted: %@": "no se le puede avisar: %@",
        "has turned alarms off": "ha desactivado las alarmas",
        "is signed in nowhere, and has no address": "sin sesión abierta y sin dirección",
        "has missed a check-in": "no ha dado señales",
        "has never checked in": "nunca ha dado señales",
        "checked in %@": "dio señales %@",
        "%@; asked, no answer yet": "%@; preguntado, aún sin respuesta",
        "OVERDUE: no check-in, alarm %@": "SIN SEÑALES: alarma %@",
        "CALLS FOR HELP, %@": "PIDE AYUDA, %@",
        "CALLS FOR HELP in secret, %@: do not phone": "PIDE AYUDA en secreto, %@: no llame",
        "the operator takes care of it": "el operador se ocupa",
        "somebody is on the way": "alguien va en camino",
        "And 1 more.": "Y 1 persona más.",
        "And %@ more.": "Y %@ más.",
        "waits for your answer": "espera su respuesta",
        "no longer shares anything": "ya no comparte nada",
        "looks out for you": "cuida de usted",
        "you look out for them": "usted cuida de esa persona",
        "has not agreed to your request yet": "aún no ha aceptado su petición",
        "on my way": "voy",
        "I am on my way": "Voy en camino",
        "Press o: you are on your way.": "Pulse o: va en camino.",
        "The others are told that you are on your way.": "Los demás saben que va en camino.",
        "They are all right": "Está bien",
        "The alarm has ended for everybody.": "La alarma ha terminado para todos.",
        "Ask whether they are all right": "Preguntar si está bien",
        "They are asked. Their answer appears here.": "Se le pregunta. Su respuesta aparece aquí.",
        "Silence their calls for an hour": "Silenciar sus llamadas una hora",
        "You are not told of their calls for an hour. The others are told that you did this.":
            "Durante una hora no sabrá de sus llamadas. Los demás lo saben.",
        "End this contact": "Terminar este contacto",
        "The contact has ended.": "El contacto ha terminado.",
        "Change the role": "Cambiar la función",
        "When they are alerted": "Cambiar el orden",
        "They are asked whether they agree.": "Se le pide que acepte.",
        "This has been changed.": "Se ha cambiado.",
        "I agree": "Acepto",
        "I do not agree": "No acepto",
        "You have agreed. They are told.": "Ha aceptado. La otra persona lo sabe.",
        "You have not agreed. They are told.": "No ha aceptado. La otra persona lo sabe.",
        "You have no contacts yet.": "Aún no tiene contactos.",
        "Add the people who look out for you, and those you look out for.":
            "Añada a quienes cuidan de usted y a quienes usted cuida.",
        "This contact no longer exists.": "Este contacto ya no existe.",
        "Phone: %@": "Teléfono: %@",
        "Note: %@": "Nota: %@",
        "Alerted": "Se le avisa",
        "first": "primero",
        "second": "en segundo lugar",
        "third": "en tercer lugar",
        "They are no longer alerted for me": "Que no se le avise por mí",
        "Ask them to look out for me": "Pedirle que cuide de mí",
        "I am no longer alerted for them": "Que no se me avise por esa persona",
        "Ask to look out for them": "Ofrecerme a cuidar de esa persona",
        "%@ wants to look out for you, and asks you to look out for them.":
            "%@ quiere cuidar de usted y le pide lo mismo.",
        "%@ wants to look out for you.": "%@ quiere cuidar de usted.",
        "%@ asks you to look out for them.": "%@ le pide que cuide de su persona.",
        "%@ wants to end what you agreed on.": "%@ quiere terminar lo acordado.",
        "End the contact with %@, for both of you?": "¿Terminar el contacto con %@ para ambos?",
        "%@ is then no longer alerted if you do not check in.": "Entonces no se avisará a %@ si usted no da señales.",
        "You are then no longer alerted for %@.": "Entonces no se le avisará por %@.",
        "Then nobody is alerted for you but the people who run this machine.":
            "Entonces por usted solo se avisa a quien gestiona este equipo.",
        "Then nobody is alerted for %@ but the people who run this machine.":
            "Entonces por %@ solo se avisa a quien gestiona este equipo.",
        "No, go back": "No, volver",
        "Yes": "Sí",

        // The first steps.
        "Step %@ of %@": "Paso %@ de %@",
        "Say who you are, so that others know whose alarm it is.":
            "Diga quién es, para que se sepa de quién es la alarma.",
        "Add somebody who is alerted if you do not check in.": "Añada a alguien a quien avisar si usted no da señales.",
        "Wait until they agree. Until then, nobody is alerted but the people who run this machine.":
            "Espere a que acepte. Hasta entonces solo se avisa a quien gestiona este equipo.",
        "Check in for the first time. That starts your first deadline.":
            "Dé señales por primera vez. Así empieza su primer plazo.",
        "Try it: ask your responders to answer a drill.":
            "Pruébelo: pida a sus ayudantes que respondan a un simulacro.",
        "The drill is running. Its first answer appears here.":
            "El simulacro está en marcha. La primera respuesta aparece aquí.",
        "Give my name": "Decir mi nombre",
        "Add somebody": "Añadir a alguien",
        "Start a drill": "Empezar un simulacro",
        "Your responders have been asked to answer.": "Se ha pedido a sus ayudantes que respondan.",

        // The pages.
        "Home": "Inicio",
        "People": "Gente",
        "Inbox": "Avisos",
        "My code": "Mi código",
        "keys": "llaves",
        "You may not use LifeSignal on this machine. Ask the people who run it.":
            "No puede usar LifeSignal en este equipo. Pregunte a quien lo gestiona.",
        "LifeSignal is not running on this machine. Start it: systemctl start lifesignald":
            "LifeSignal no funciona en este equipo. Inícielo: systemctl start lifesignald",
        "LifeSignal does not answer: you may not be watched. This is the last known state.":
            "LifeSignal no responde: quizá no se le vigila. Este es el último estado conocido.",
        "Nothing has happened yet.": "Aún no ha pasado nada.",
        "mark all as read": "marcar todo como leído",
        "Mark as read": "Marcar como leído",
        "new, ": "nuevo, ",
        "Answer a drill": "Responder al simulacro",
        "You have answered the drill.": "Ha respondido al simulacro.",

        // The person's code.
        "scan their code here, or type it": "escanee aquí su código o escríbalo",
        "They find their code on this page, or with 'seam signal qr'.":
            "La otra persona lo encuentra en esta página o con 'seam signal qr'.",
        "Look up": "Buscar",
        "Look up a code": "Buscar un código",
        "Your code, for others to scan": "Su código, para que otros lo escaneen",
        "Replace my code": "Cambiar mi código",
        "A new code": "Código nuevo",
        "The old code no longer works.": "El código anterior ya no sirve.",
        "This is the code of %@.": "Este es el código de %@.",
        "Until they agree, nobody is told of anything.": "Hasta que acepte, nadie se entera de nada.",
        "They are asked. Until they agree, nobody is told of anything.":
            "Se le pregunta. Hasta que acepte, nadie se entera de nada.",
        "They look out for me": "Esa persona cuida de mí",
        "I look out for them": "Yo cuido de esa persona",
        "Both": "Ambas cosas",

        // Signing in.
        "You check in from time to time. If you do not, LifeSignal alerts the people you have chosen. It is no "
            + "emergency service: in an emergency, phone for help.":
            "Usted da señales de vez en cuando. Si no lo hace, LifeSignal avisa a las personas que ha elegido. No "
            + "es un servicio de emergencias: en una emergencia, llame.",
        "your telephone number": "su número de teléfono",
        "with the country code, such as +49 151 12345678": "con el prefijo del país, como +34 600 112 233",
        "Get a code": "Pedir una clave",
        "A code was sent to your telephone.": "Se ha enviado una clave a su teléfono.",
        "Ask the people who run this machine for your code: 'seam signal code' shows it to them.":
            "Pida su clave a quien gestiona este equipo: 'seam signal code' la muestra.",
        "the six digits": "las seis cifras",
        "valid until %@": "válida hasta %@",
        "Sign in": "Iniciar sesión",
        "Another number": "Otro número",
        "A code has six digits.": "Una clave tiene seis cifras.",

        // Settings.
        "You": "Usted",
        "set": "puesto",
        "not set": "sin poner",
        "1 contact": "1 contacto",
        "%@ contacts": "%@ contactos",
        "Check in every": "Dar señales cada",
        "First reminder, before that": "Primer recordatorio, antes",
        "Others are alerted, after that": "Se avisa a otros, después",
        "Pause, after the next check-in": "Pausa, tras las próximas señales",
        "none": "ninguna",
        "at once": "enseguida",
        "1 day": "1 día",
        "%@ days": "%@ días",
        "1 hour": "1 hora",
        "%@ hours": "%@ horas",
        "1 minute": "1 minuto",
        "%@ minutes": "%@ minutos",
        "This counts from your next check-in on. Until then: %@.":
            "Esto vale desde sus próximas señales. Hasta entonces: %@.",
        "Change how you check in": "Cambiar los plazos",
        "Change the pause": "Cambiar la pausa",
        "Remind me once": "Recordármelo una vez",
        "Remind me": "Recordármelo",
        "You will be reminded then.": "Se le recordará entonces.",
        "Tell me about": "Avíseme de",
        "alarms of people who rely on me": "alarmas de quienes cuentan conmigo",
        "Without them you look out for nobody.": "Sin ellas no cuida de nadie.",
        "questions whether I am all right": "preguntas de si estoy bien",
        "check-ins that are due": "señales que tocan",
        "changes of my contacts": "cambios de mis contactos",
        "Language of messages": "Idioma de los mensajes",
        "as this machine": "el de este equipo",
        "Messages": "Mensajes",
        "Name and note": "Nombre y nota",
        "PIN": "PIN",
        "Where messages reach me": "Dónde recibo mensajes",
        "Seen by my contacts": "Quién ve qué de mí",
        "Sign out": "Cerrar sesión",
        "My name": "Mi nombre",
        "First name": "Nombre",
        "Last name": "Apellidos",
        "Note for helpers": "Nota para quien ayude",
        "People who are alerted for you see it during an alarm: a key, an illness, a door.":
            "Quien reciba su alarma la ve entonces: una llave, una enfermedad, una puerta.",
        "Store": "Guardar",
        "Type both names.": "Escriba nombre y apellidos.",

        // Who sees what.
        "Nobody sees anything of you.": "Nadie ve nada de usted.",
        "always: %@": "siempre: %@",
        "in an alarm, in addition: %@": "en una alarma, además: %@",
        "first name": "nombre",
        "last name": "apellidos",
        "the end of your number": "el final de su número",
        "your number": "su número",
        "whether you are well": "si está bien",
        "your last check-in": "sus últimas señales",
        "how you are told": "cómo se le avisa",
        "your picture": "su foto",
        "your alarm": "su alarma",
        "your note": "su nota",
        "nothing": "nada",

        // The PIN.
        "your PIN": "su PIN",
        "This screen then asks for the PIN when you check in. The second PIN does the same as the first, and "
            + "calls for help in secret: type it if somebody forces you.":
            "Esta pantalla pide entonces el PIN cuando da señales. El segundo PIN hace lo mismo que el primero y pide "
            + "ayuda en secreto: escríbalo si alguien le obliga.",
        "PIN, 4 to 8 digits": "PIN, de 4 a 8 cifras",
        "second PIN, if you want one": "segundo PIN, si lo quiere",
        "A PIN has 4 to 8 digits.": "Un PIN tiene de 4 a 8 cifras.",
        "The two PINs must differ.": "Los dos PIN deben ser distintos.",
        "Change the PIN": "Cambiar el PIN",
        "Remove the PIN": "Quitar el PIN",
        "There is no PIN now.": "Ahora no hay PIN.",
        "The PIN is set.": "El PIN está puesto.",

        // Addresses.
        "Messages reach you only on this machine.": "Los mensajes solo le llegan en este equipo.",
        "waits for its code": "espera su clave",
        "refuses messages": "rechaza los mensajes",
        "Remove": "Quitar",
        "the code that you got": "la clave que ha recibido",
        "Confirm": "Confirmar",
        "This machine cannot send messages. Ask the people who run it.":
            "Este equipo no puede enviar mensajes. Pregunte a quien lo gestiona.",
        "Add an address": "Añadir una dirección",
        "Confirm an address": "Confirmar una dirección",
        "Remove an address": "Quitar una dirección",
        "By": "Por",
        "Address": "Dirección",
        "Send a code there": "Enviar allí una clave",
        "A code was sent to this address. Type it here.": "Se ha enviado una clave a esta dirección. Escríbala aquí.",
        "You are told there from now on.": "Desde ahora recibe allí los mensajes.",
        "Nothing is sent there from now on.": "Desde ahora no se envía nada allí.",

        // Signing out.
        "Your deadline continues: check in by %@, here or elsewhere, or others are alerted.":
            "Su plazo continúa: dé señales antes de %@, aquí o en otro sitio, o se avisa a otros.",
        "This screen no longer tells you about the people you look out for.":
            "Esta pantalla ya no le avisará sobre las personas de quienes cuida.",
        "Stay signed in": "Seguir con la sesión",

        // What LifeSignal refuses.
        "That was tried too often. Please wait a minute.": "Se ha intentado demasiadas veces. Espere un minuto.",
        "That was tried too often. Please wait %@ minutes.": "Se ha intentado demasiadas veces. Espere %@ minutos.",
        "The code is wrong. Tries left: %@.": "La clave es incorrecta. Intentos que quedan: %@.",
        "LifeSignal did not answer. Look whether it was done.": "LifeSignal no ha respondido. Mire si se ha hecho.",
        "LifeSignal does not answer on this machine.": "LifeSignal no responde en este equipo.",
        "The PIN is wrong.": "El PIN es incorrecto.",
        "No code is expected. Ask for a new one.": "No se espera ninguna clave. Pida una nueva.",
        "That is not a telephone number with its country code, such as +49 151 12345678.":
            "No es un número de teléfono con prefijo de país, como +34 600 112 233.",
        "That is not a LifeSignal code. It begins with LS1: and has 32 characters.":
            "No es un código de LifeSignal. Empieza por LS1: y tiene 32 caracteres.",
        "Nobody has this code. It may have been replaced: ask for the new one.":
            "Nadie tiene este código. Quizá se cambió: pida el nuevo.",
        "This is your own code.": "Este es su propio código.",
        "This person is already your contact.": "Esta persona ya es su contacto.",
        "One of you has too many contacts, or too many open requests.":
            "Una de las dos personas tiene demasiados contactos o peticiones.",
        "They have not agreed that you look out for them.": "Esa persona no ha aceptado que usted la cuide.",
        "Nobody has agreed to be alerted yet.": "Nadie ha aceptado aún que se le avise.",
        "Calls can be silenced only after three false calls within a day.":
            "Solo se puede silenciar tras tres llamadas falsas en un día.",
        "You are the only one who is alerted, so their calls cannot be silenced.":
            "Solo se le avisa a usted, así que no se puede silenciar.",
        "This alarm is already over.": "Esta alarma ya ha terminado.",
        "This question was already answered.": "Esta pregunta ya tiene respuesta.",
        "Choose between 5 minutes and 7 days.": "Elija entre 5 minutos y 7 días.",
        "The first reminder must come before the deadline.": "El primer recordatorio debe llegar antes del plazo.",
        "Choose a time within the next 30 days.": "Elija un momento de los próximos 30 días.",
        "You are signed out.": "Su sesión está cerrada.",
        "Messages cannot be sent in this way.": "No se pueden enviar mensajes por esta vía.",
        "You have too many addresses. Remove one first.": "Tiene demasiadas direcciones. Quite una primero.",
        "LifeSignal cannot store anything now. Ask the people who run this machine.":
            "LifeSignal no puede guardar nada ahora. Pregunte a quien gestiona este equipo.",
        "LifeSignal has lost its data. Ask the people who run this machine.":
            "LifeSignal ha perdido sus datos. Pregunte a quien gestiona este equipo.",

        // The keys.
        "LifeSignal: check in, and look out for others": "LifeSignal: dar señales y cuidar de otros",
        "Press . once more, or keep holding: help is called.": "Pulse . otra vez o siga pulsando: se pide ayuda.",
        "Sign out, or let somebody else sign in": "Cerrar sesión o dejar que entre otra persona",
        "Sign out?": "¿Cerrar sesión?",
        "Your keys disappear from this screen. They stay sealed on this machine until you sign in again.":
            "Sus llaves desaparecen de esta pantalla. Quedan selladas en este equipo hasta que vuelva a iniciar "
            + "sesión.",
        "You stay signed in to LifeSignal, which has its own settings.":
            "Sigue con la sesión de LifeSignal, que tiene sus propios ajustes.",
        "Sign out, and erase the keys from this machine": "Cerrar sesión y borrar las llaves de este equipo",

        // Doors, leaving, and a new number.
        "The door counts as a check-in.": "La puerta cuenta como señal.",
        "The door did not count as a check-in. Check in yourself.": "La puerta no contó como señal. Dé señales usted.",
        "A door that you open counts as a check-in. Your responders are told.":
            "Una puerta que usted abra cuenta como señal. Sus ayudantes lo saben.",
        "Doors no longer count as check-ins. Your responders are told.":
            "Las puertas ya no cuentan como señal. Sus ayudantes lo saben.",
        "A door that I open counts as a check-in": "Una puerta que abro cuenta como señal",
        "With a PIN, a door does not count as a check-in.": "Con un PIN, ninguna puerta cuenta como señal.",
        "Leave LifeSignal": "Dejar LifeSignal",
        "Your deadlines and alarms end, and your data is erased. Nobody watches you from then on. This cannot "
            + "be undone. To be away for a while, set a pause instead.":
            "Sus plazos y alarmas terminan y sus datos se borran. Desde entonces nadie le vigila. No se puede "
            + "deshacer. Si solo se ausenta un tiempo, ponga una pausa.",
        "1 person is told that you have left.": "1 persona sabrá que usted se ha ido.",
        "%@ people are told that you have left.": "%@ personas sabrán que usted se ha ido.",
        "My number": "Mi número",
        "Change my number": "Cambiar mi número",
        "Your number is now %@. Your contacts are told.": "Su número es ahora %@. Sus contactos lo saben.",
        "Your contacts, deadlines and alarms stay. Your contacts are told the new number.":
            "Sus contactos, plazos y alarmas siguen. Sus contactos sabrán el número nuevo.",
        "your new telephone number": "su nuevo número de teléfono",
        "Another person here has this number.": "Otra persona aquí tiene este número.",
        "The alarm of %@ then ends for everybody. Have you spoken to them?":
            "La alarma de %@ termina entonces para todos. ¿Ha hablado con esa persona?",
        "the same PIN again": "el mismo PIN otra vez",
        "If you leave this empty, there is no second PIN.": "Si lo deja vacío, no hay segundo PIN.",
        "The PIN was not typed the same twice.": "El PIN no fue igual las dos veces.",
    ]
}
