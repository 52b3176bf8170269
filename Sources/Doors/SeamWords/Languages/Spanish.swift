extension SeamLanguage {
    /// The Spanish texts, keyed by the English texts.
    static let spanishTable: [String: String] = spanishWords.merging(spanishScreens) { first, _ in first }
        .merging(spanishKiosk) { first, _ in first }
        .merging(spanishClient) { first, _ in first }
        .merging(spanishSignal) { first, _ in first }
        .merging(spanishSignalScreens) { first, _ in first }
        .merging(spanishSignalAnswers) { first, _ in first }
        .merging(spanishSignalOperator) { first, _ in first }
        .merging(spanishMachine) { first, _ in first }
        .merging(spanishSignalWeb) { first, _ in first }
        .merging(spanishSignalPhone) { first, _ in first }

    /// Texts about a key, an attempt and a refusal.
    private static let spanishWords: [String: String] = [
        "ready": "lista",
        "it opens its door from here": "abre su puerta desde aquí",
        "not yet": "aún no",
        "not valid yet": "aún no es válida",
        "wait until %@": "esperar hasta %@",
        "being made": "en preparación",
        "not ready yet": "aún no está lista",
        "wait, or ask the operator to bind the lock of this door":
            "esperar, o pedir al operador que vincule la cerradura de esta puerta",
        "expired": "caducada",
        "ask for a new key where you got this one": "pedir una nueva a quien dio la llave",
        "needs you": "pendiente",
        "ask the operator": "avisar al operador",
        "misconfigured": "mal configurada",
        "ask the operator, or Seam's support, to correct it":
            "el operador o la asistencia de Seam tiene que corregirlo",
        "not now": "ahora no",
        "try again later": "probar más tarde",
        "cannot be used now": "ahora no se puede usar",
        "try again later, or run 'seam doctor' to find the cause": "probar más tarde; 'seam doctor' busca la causa",
        "finish sign-in": "acceso pendiente",
        "waits for a one-time password": "espera una contraseña de un solo uso",
        "open %@ and confirm it": "abrir %@ y confirmar",
        "needs the cloud": "necesita la nube",
        "'seam status' shows why": "'seam status' muestra por qué",
        "Bluetooth off": "Bluetooth apagado",
        "Bluetooth is off": "Bluetooth está apagado",
        "switch it on: 'bluetoothctl power on', or 'rfkill unblock bluetooth'":
            "encenderlo: 'bluetoothctl power on' o 'rfkill unblock bluetooth'",
        "not permitted": "no permitido",
        "Bluetooth is not permitted": "Bluetooth no está permitido",
        "the operator must let seam-radiod use Bluetooth: run 'seam doctor' to see how":
            "el operador debe permitir a seam-radiod usar Bluetooth: 'seam doctor' dice cómo",
        "radio stuck": "radio bloqueada",
        "the radio does not answer": "la radio no responde",
        "restart the radio: 'systemctl restart bluetooth seam-radiod'":
            "reiniciar la radio: 'systemctl restart bluetooth seam-radiod'",
        "type its code": "teclear su código",
        "a code, typed at the door": "un código, que se teclea en la puerta",
        "%@ shows it": "%@ lo muestra",
        "hold its card": "acercar su tarjeta",
        "a card, held to the door": "una tarjeta, que se acerca a la puerta",
        "it cannot be used from here": "no se puede usar desde aquí",
        "vendor's app": "app del fabricante",
        "opens only with its vendor's app": "solo abre con la app del fabricante",
        "use the vendor's app on your phone": "usar la app del fabricante en el teléfono",
        "not from here": "no desde aquí",
        "opens nothing from here": "no abre nada desde aquí",
        "its door can only be opened by other means": "su puerta solo se abre por otros medios",
        "cannot be opened from this machine": "no se puede abrir desde este equipo",
        "if there is no Bluetooth adapter, plug one in; if there is, run 'seam doctor' to see why":
            "conectar un adaptador Bluetooth, si no tiene; 'seam doctor' dice por qué",
        "elsewhere": "otra vía",

        "Open": "Abierta",
        "the lock reports that it opened": "la cerradura comunica que se abrió",
        "the lock accepted the command": "la cerradura aceptó la orden",
        "the lock was told to open, but did not reply": "la cerradura recibió la orden y no dijo nada",
        "No answer": "Sin respuesta",
        "the lock did not answer in time, and nothing was opened":
            "la cerradura no respondió a tiempo, y no se abrió nada",
        "stand closer and try again": "acercarse y probar otra vez",
        "Not its turn": "Sin turno",
        "the attempt waited for its turn until the time ran out, and nothing was opened":
            "el intento esperó su turno hasta que se agotó el tiempo, y no se abrió nada",
        "Look at the door": "Mirar la puerta",
        "nobody knows whether the door opened": "nadie sabe si la puerta se abrió",
        "look before you try again": "mirar antes de probar otra vez",
        "Cancelled": "Cancelado",
        "nothing was opened": "no se abrió nada",
        "Not now": "Ahora no",
        "the attempt was cancelled before the lock was told to open, and nothing was opened":
            "se canceló antes de dar la orden a la cerradura: no se abrió nada",
        "Not opened": "No se abrió",
        "the connection to the lock failed, and nothing was opened":
            "falló la conexión con la cerradura, y no se abrió nada",
        "try again": "probar otra vez",
        "the lock or the radio is in use, and nothing was opened":
            "la cerradura o la radio está en uso, y no se abrió nada",
        "try again in a moment": "probar otra vez en un momento",
        "something failed on this machine, and nothing was opened": "este equipo no pudo hacerlo, y no se abrió nada",
        "try again, or run 'seam doctor' to find the cause": "probar otra vez; 'seam doctor' quizá sepa más",
        "the cloud could not open the door, and nothing was opened": "la nube no lo hizo, y no se abrió nada",
        "try again, or run 'seam status' to find the cause": "probar otra vez; 'seam status' quizá sepa más",
        "the lock ended the connection twice while it checked this machine's key, and nothing was opened":
            "la cerradura cortó dos veces la conexión con nuestra llave, y no se abrió nada",
        "if the lock was reset, ask an administrator to run 'seam locks rebind'":
            "quizá se restableció: un administrador la vincula de nuevo con 'seam locks rebind'",
        "the lock no longer knows this machine's key, and nothing was opened":
            "la cerradura ya no conoce la llave de este equipo, y no se abrió nada",
        "ask an administrator to run 'seam locks rebind'":
            "un administrador la vincula de nuevo con 'seam locks rebind'",
        "the lock refused, and nothing was opened": "la cerradura se negó, y no se abrió nada",
        "the key or the session ended before the lock was told to open, and nothing was opened":
            "la llave o la sesión terminó antes de avisar a la cerradura, y no se abrió nada",
        "run 'seam keys' to see which keys open a door": "'seam keys' muestra qué llaves abren",

        "the session is not active": "la sesión no está activa",
        "run 'seam activate'": "ejecutar 'seam activate'",
        "the session belongs to somebody else": "la sesión es de otra persona",
        "run 'seam deactivate' first": "ejecutar antes 'seam deactivate'",
        "run 'seam deactivate --deintegrate' to end the session": "'seam deactivate --deintegrate' la termina",
        "the key cannot be used": "la llave no se puede usar",
        "run 'seam keys' to see why": "'seam keys' dice por qué",
        "the session is being signed out": "la sesión se está cerrando",
        "the key opens several doors": "la llave abre varias puertas",
        "name one with --entrance": "indicar una con --entrance",
        "nobody is signed in": "nadie ha iniciado sesión",
        "sign in with 'seam init', then 'seam activate'": "iniciar sesión con 'seam init' y luego 'seam activate'",
        "this machine has no provider for this kind of lock": "este equipo no tiene nada para este tipo de cerradura",
        "see 'seam providers'": "'seam providers' dice más",
        "the cloud must be asked, but could not be reached": "hay que consultar la nube, y no se pudo",
        "connect to the internet and try again": "conectar a internet y probar otra vez",
        "connect this machine to the internet": "conectar este equipo a internet",
        "the cloud does not know the client session token": "la nube no conoce el client session token",
        "get a new client session token, then run 'seam init'":
            "conseguir un client session token nuevo y luego 'seam init'",
        "there is no such key in this session": "esa llave no está en esta sesión",
        "see 'seam keys'": "véase 'seam keys'",
        "the key does not open that entrance": "la llave no abre esa entrada",
        "this key opens no named door": "no abre ninguna puerta con nombre",
        "this key cannot open in that way": "esta llave no abre de ese modo",
        "this key opens nothing from here": "no abre nada desde aquí",
        "the keys are being read": "se están leyendo las llaves",
        "the keys were last read too long ago": "hace demasiado que no se leen las llaves",
        "connect to the internet, then run 'seam refresh'; if that does not help, 'seam status' shows why":
            "conectar a internet y luego 'seam refresh'; si no ayuda, 'seam status' muestra por qué",

        "Sun": "dom",
        "Mon": "lun",
        "Tue": "mar",
        "Wed": "mié",
        "Thu": "jue",
        "Fri": "vie",
        "Sat": "sáb",
        "Jan": "ene",
        "Feb": "feb",
        "Mar": "mar",
        "Apr": "abr",
        "May": "may",
        "Jun": "jun",
        "Jul": "jul",
        "Aug": "ago",
        "Sep": "sep",
        "Oct": "oct",
        "Nov": "nov",
        "Dec": "dic",
    ]
}
