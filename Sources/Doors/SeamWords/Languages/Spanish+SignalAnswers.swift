extension SeamLanguage {
    /// The Spanish texts with which LifeSignal's screens answer what people do.
    static let spanishSignalAnswers: [String: String] = [
        "You checked in less than a minute ago. Both count as one.":
            "Ha dado señales hace menos de un minuto. Las dos cuentan como una.",
        "You have left LifeSignal. Nobody watches you now.": "Ha dejado LifeSignal. Ahora nadie le vigila.",
        "You are signed out. Your deadline continues.": "Ha cerrado la sesión. Su plazo sigue.",
        "This pass is not valid now. Show your code at the desk again.":
            "Este pase no vale ahora. Muestre su código otra vez en la recepción.",
        "With a PIN, a door cannot count as a check-in. Remove the PIN first.":
            "Con un PIN, una puerta no puede contar como señal. Quite antes el PIN.",
        "Doors do not count as check-ins for you.": "Las puertas no cuentan como señales para usted.",
        "This message no longer exists.": "Este mensaje ya no existe.",
        "Nothing can be sent to this address. Look for a mistake in it.":
            "A esta dirección no se puede enviar nada. Revise si tiene un error.",
        "This address was already removed.": "Esta dirección ya se quitó.",
        "This picture cannot be used. Choose another PNG or JPEG picture.":
            "Esta imagen no se puede usar. Elija otra imagen PNG o JPEG.",
        "You have too many pictures. Delete one first.": "Tiene demasiadas imágenes. Borre antes una.",
        "Pictures cannot be read now. Try again later.": "Ahora no se pueden leer imágenes. Pruebe más tarde.",
        "This picture no longer exists.": "Esta imagen ya no existe.",
        "They ask you": "Le preguntan",
        "Choose it once more: help is called.": "Elíjalo otra vez: se pide ayuda.",
        "Choose it twice to call.": "Para llamar, elíjalo dos veces.",
        "Not stored yet.": "Aún sin guardar.",
        "Store these times": "Guardar estos tiempos",
        "Your drill was answered.": "Han respondido a su simulacro.",
        "%@ has answered your drill.": "%@ ha respondido a su simulacro.",
        "Yes, I have spoken to %@: end the alarm": "Sí, he hablado con %@: terminar la alarma",
        "End the alarm of %@": "Terminar la alarma de %@",
        "The new times are stored.": "Los nuevos tiempos están guardados.",
        "The new times are stored, and count from your next check-in on.":
            "Los nuevos tiempos están guardados y cuentan desde sus próximas señales.",
        "There is no pause now.": "Ahora no hay pausa.",
        "The pause is stored.": "La pausa está guardada.",
        "Your alarm is over.": "Su alarma ha terminado.",
        "An alarm is over.": "Una alarma ha terminado.",
        "The alarm of %@ is over.": "La alarma de %@ ha terminado.",
        "Your check-in is due now.": "Debe dar señales ahora.",
        "Type h once more: help is called.": "Escriba h otra vez: se pide ayuda.",
        "Type h twice to call for help.": "Para pedir ayuda, escriba h dos veces.",
        "First add this phone again, or do this on the machine itself.":
            "Añada antes este teléfono otra vez, o hágalo en el propio equipo.",
        "Your check-in is late.": "No ha dado señales a tiempo.",
    ]
}
