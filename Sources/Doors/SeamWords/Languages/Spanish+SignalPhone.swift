extension SeamLanguage {
    /// The Spanish texts of the pages of people's phones.
    static let spanishSignalPhone: [String: String] = [
        "in %@ days": "en %@ días",
        "Call for help?": "¿Pedir ayuda?",
        "The people who look out for you are alerted, and the people who run this machine. LifeSignal does "
            + "not call the emergency services.":
            "Se avisa a las personas que cuidan de usted y a quien gestiona este equipo. LifeSignal no llama a "
            + "los servicios de emergencia.",
        "Yes, call for help": "Sí, pedir ayuda",
        "This phone then shows no alarms and cannot check in. Your deadline continues.":
            "Entonces este teléfono no muestra alarmas y no puede dar señales. Su plazo continúa.",
        "Yes, sign out": "Sí, cerrar sesión",
        "Type your PIN, and press the button again.": "Escriba su PIN y pulse el botón otra vez.",
        "This phone is not added to LifeSignal": "Este teléfono no está añadido a LifeSignal",
        "Make a code in LifeSignal on your computer, or run 'seam signal phone add' there. Then scan the code "
            + "with this phone, or open the next page and type its letters.":
            "Cree una clave en LifeSignal en su ordenador o ejecute allí 'seam signal phone add'. Después escanee "
            + "el código con este teléfono, o abra la página siguiente y escriba sus letras.",
        "Type the letters of a code": "Escribir las letras de una clave",
        "To use LifeSignal on this phone again, add it again.":
            "Para volver a usar LifeSignal en este teléfono, añádalo de nuevo.",
        "Add this phone?": "¿Añadir este teléfono?",
        "From then on, anyone with this phone can check in for the person who has made the code, and answer "
            + "alarms in their name.":
            "Desde entonces, cualquiera con este teléfono puede dar señales por la persona que ha creado la clave "
            + "y responder a alarmas en su nombre.",
        "The eight letters of the code": "Las ocho letras de la clave",
        "Add this phone": "Añadir este teléfono",
        "Phone": "Teléfono",
        "This code is not valid": "Esta clave no es válida",
        "It was used already, or its time is over. Make a new one.": "Ya se usó o ha pasado su tiempo. Cree una nueva.",
        "Too many wrong codes were typed": "Se han escrito demasiadas claves incorrectas",
        "Wait a minute, and try it again. Or scan the code.":
            "Espere un minuto e inténtelo de nuevo. O escanee el código.",
        "This phone was not added": "Este teléfono no se ha añadido",
        "You have too many phones. Remove one of them first.": "Tiene demasiados teléfonos. Quite uno primero.",
        "This phone may not have been added. Make a new code, and try it again.":
            "Quizá no se haya añadido este teléfono. Cree una clave nueva e inténtelo de nuevo.",
        "You may not be watched now. If you need help, phone somebody. This page tries again by itself.":
            "Quizá ahora no se le vigile. Si necesita ayuda, llame a alguien. Esta página lo intenta de nuevo por "
            + "sí sola.",
        "Your check-in may not have been recorded. Open LifeSignal again, and look.":
            "Quizá no se haya anotado su señal. Abra LifeSignal de nuevo y compruébelo.",
        "Your call for help may not have been sent. Phone somebody.":
            "Quizá su petición de ayuda no haya salido. Llame a alguien.",
        "It may not have been recorded. Open LifeSignal again, and look.":
            "Quizá no se haya anotado. Abra LifeSignal de nuevo y compruébelo.",
        "Remove the phone %@?": "¿Quitar el teléfono %@?",
        "Yes, remove it": "Sí, quitarlo",
        "All messages are marked as read.": "Todos los mensajes están marcados como leídos.",
        "The phone was removed.": "El teléfono se ha quitado.",
        "This phone was already removed.": "Este teléfono ya se quitó.",
        "It has changed since this page was shown. Look at it again.":
            "Ha cambiado desde que se mostró esta página. Vuelva a mirarla.",
        "There is no connection": "No hay conexión",
        "You cannot check in here now. If you need help, phone somebody.":
            "Ahora no puede dar señales aquí. Si necesita ayuda, llame a alguien.",
        "This was not sent, because there is no connection. It is not sent later either. Press the button "
            + "again then.":
            "No se ha enviado, porque no hay conexión. Tampoco se enviará después. Pulse entonces el botón otra vez.",
        "The connection is back. Nothing was sent: press the button again.":
            "Vuelve a haber conexión. No se ha enviado nada: pulse el botón otra vez.",
        "this phone": "este teléfono",
        "My phones": "Mis teléfonos",
        "added %@, last used %@": "añadido %@, último uso %@",
        "Alarms as notifications": "Alarmas como notificaciones",
        "Show alarms on this phone": "Mostrar alarmas en este teléfono",
        "This phone then shows alarms and other messages as notifications, even while LifeSignal is closed. A "
            + "notification with a code comes first.":
            "Este teléfono muestra entonces alarmas y otros mensajes como notificaciones, aunque LifeSignal esté "
            + "cerrado. Primero llega una notificación con una clave.",
        "On an iPhone, this works only after you have added this page to the home screen and opened it from there.":
            "En un iPhone, esto solo funciona si ha añadido esta página a la pantalla de inicio y la ha abierto desde "
            + "allí.",
        "This phone does not allow notifications of LifeSignal. Allow them in its settings, and press the button "
            + "again.":
            "Este teléfono no permite notificaciones de LifeSignal. Permítalas en sus ajustes y pulse el botón "
            + "otra vez.",
        "The code in the notification": "La clave de la notificación",
        "Stop showing alarms there": "Dejar de mostrar alarmas allí",
        "A phone or browser (%@) accepts no notifications now.":
            "Un teléfono o navegador (%@) no acepta notificaciones ahora.",
        "A phone or browser (%@) shows alarms.": "Un teléfono o navegador (%@) muestra alarmas.",
        "A notification with a code comes to this phone. Type the code below.":
            "A este teléfono llega una notificación con una clave. Escríbala abajo.",
        "This phone already shows alarms.": "Este teléfono ya muestra alarmas.",
        "This phone shows alarms from now on.": "Este teléfono muestra alarmas desde ahora.",
        "No alarms are shown there from now on.": "Allí ya no se muestran alarmas.",
        "The code is wrong.": "La clave es incorrecta.",
        "The code is no longer valid. Press the button for a new one.":
            "La clave ya no es válida. Pulse el botón para recibir otra.",
        "You have too many addresses. Remove one of them first.": "Tiene demasiadas direcciones. Quite antes una.",
        "Notifications cannot be set up now. Ask the people who run this machine.":
            "Ahora no se pueden configurar las notificaciones. Pregunte a quienes se encargan de este equipo.",
        "Contacts": "Contactos",
        "Their code": "Código de la otra persona",
        "They find their code on this page of their own phone, or in LifeSignal on their computer.":
            "La otra persona lo encuentra en esta página de su teléfono o en LifeSignal en su ordenador.",
        "Or send them this address:": "O envíe esta dirección:",
        "Replace my code?": "¿Cambiar mi código?",
        "Codes and addresses that you have given to others no longer work then.":
            "Los códigos y las direcciones que ha dado a otros dejarán de funcionar.",
        "Times": "Tiempos",
        "Longer times and a pause need your PIN.": "Para alargar los tiempos o hacer una pausa hace falta su PIN.",
        "In": "Dentro de",
        "Your note is too long to be changed here. Change it on your computer.":
            "Su nota es demasiado larga para cambiarla aquí. Cámbiela en su ordenador.",
        "Set this PIN": "Usar este PIN",
        "Remove the PIN?": "¿Quitar el PIN?",
        "Something that you typed cannot be used. Look for a mistake in it.":
            "Algo de lo que ha escrito no se puede usar. Busque un error.",
        "%@; %@": "%@; %@",
        "To alert them later, type your PIN.": "Para avisarles más tarde, escriba su PIN.",
        "Withdraw my request": "Retirar mi petición",
        "Remove from the list": "Quitar de la lista",
        "Remove %@ from the list?": "¿Quitar a %@ de la lista?",
        "The other side has already ended this contact.": "La otra persona ya ha terminado este contacto.",
        "%@ (%@)": "%@ (%@)",
        "Your request is withdrawn.": "Su petición se ha retirado.",
        "End the pause": "Terminar la pausa",
        "To set a PIN here, add this phone again, or set it in LifeSignal on your computer.":
            "Para usar un PIN aquí, añada este teléfono otra vez o elíjalo en LifeSignal en su ordenador.",
        "The second PIN does the same, and secretly alerts your responders that somebody is forcing you. If "
            + "you leave this empty, there is no second PIN.":
            "El segundo PIN hace lo mismo y avisa en secreto a quienes le ayudan de que alguien le obliga. Si "
            + "lo deja vacío, no hay segundo PIN.",
        "To change your number or your other addresses, or to leave LifeSignal, use LifeSignal on your "
            + "computer.":
            "Para cambiar su número o sus otras direcciones, o para dejar LifeSignal, use LifeSignal en su "
            + "ordenador.",
        "Then anyone with this phone can end your calls for help, and change when others are alerted. Before "
            + "you can set a PIN here again, you have to add this phone again.":
            "Entonces cualquiera que tenga este teléfono puede terminar sus llamadas de ayuda y cambiar "
            + "cuándo se avisa a otros. Antes de poder usar aquí otro PIN, tendrá que añadir este teléfono otra "
            + "vez.",
        "A pause has begun. You check in again by %@.":
            "Ha empezado una pausa. Debe dar señales de nuevo antes de %@.",
        "It is then signed out immediately, and shows no alarms.":
            "Se cierra su sesión de inmediato y ya no muestra alarmas.",
        "That is not a LifeSignal code. Scan it, or paste all of it or of its address.":
            "Eso no es un código de LifeSignal. Escanéelo o pegue entero el código o su dirección.",
        "Look up the code again.": "Busque el código otra vez.",
    ]
}
