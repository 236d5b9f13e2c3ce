// Spanish: the texts of our messages.

import type { Texts } from './en.ts';

export const es: Texts = {
  'code.1': 'Tu código para abrir una cuenta',
  'code.2': 'Tu código para iniciar sesión',
  'code.3': 'Tu código para crear una contraseña nueva',
  'code.4': 'Tu código para vincular un correo o un teléfono',
  'code.5': 'Tu código para cambiar un ajuste de seguridad',
  'code.6': 'Tu código para retirar fondos',
  'code.7': 'Tu código para la contraseña de fondos',
  'code.8': 'Tu código para una clave API',
  'code.life': 'Sirve una sola vez, durante 10 minutos.',
  'code.secret': 'No se lo des a nadie, ni siquiera a quien diga que trabaja en {house}.',
  'code.ignore':
    'Si no lo pediste, seguramente alguien se equivocó al escribir una dirección. No hace falta que hagas nada.',
  'code.notYou':
    'Si no lo pediste, puede que alguien conozca tu contraseña. No compartas el código y cambia la contraseña.',

  'absent.title': 'Se pidió un código, pero no hay ninguna cuenta',
  'absent.body':
    'Alguien pidió un código a {house} con esta dirección. Ninguna cuenta la usa, así que no se envió ningún código. Si fuiste tú, prueba con la dirección con la que te registraste.',
  'taken.title': 'Esta dirección ya tiene una cuenta',
  'taken.body':
    'Alguien pidió un código a {house} para abrir una cuenta con esta dirección o para vincularla a una. Ya la usa una cuenta, así que no se envió ningún código. Si fuiste tú, inicia sesión con ella; si olvidaste la contraseña, allí puedes crear otra.',

  'newDevice.title': 'Inicio de sesión desde un dispositivo nuevo',
  'newDevice.body': 'Alguien inició sesión en tu cuenta desde un dispositivo que no habíamos visto antes en ella.',
  'changed.password': 'Se cambió tu contraseña de inicio de sesión',
  'changed.fundPassword': 'Se cambió tu contraseña de fondos',
  'changed.email': 'Se cambió el correo de tu cuenta',
  'changed.phone': 'Se cambió el teléfono de tu cuenta',
  'changed.authenticator': 'Se cambió la app de autenticación de tu cuenta',
  'changed.passkey': 'Se añadió o quitó una llave de acceso de tu cuenta',
  'changed.antiCode': 'Se cambió la palabra con la que empiezan nuestros mensajes',
  'changed.apiKey': 'Se añadió o quitó una clave API de tu cuenta',
  fundGuessed: 'Tu contraseña de fondos se escribió mal cinco veces',
  locked: 'Para protegerte, los retiros están bloqueados hasta el {until}.',
  wasYou: 'Si fuiste tú, no hace falta que hagas nada.',
  'frozen.title': 'Tu cuenta está congelada',
  'frozen.body':
    'Las órdenes nuevas, los retiros y las claves API están detenidos; las órdenes abiertas se cancelaron, salvo las que cierran una posición. Aún puedes cancelar órdenes, devolver préstamos, añadir margen, poner stops y, tras confirmar tu identidad, cerrar posiciones. Tu saldo sigue intacto. Atención al cliente reabrirá la cuenta cuando tenga la certeza de que eres tú quien lo pide.',
  'unfrozen.title': 'Tu cuenta vuelve a estar abierta',
  'unfrozen.body': 'Dos personas de nuestro equipo revisaron la cuenta y la descongelaron.',
  'linked.title': 'Tu cuenta está vinculada con otras',
  'linked.body':
    'Dos personas de nuestro equipo determinaron que tu cuenta y otras son de una misma persona. Desde el momento indicado abajo cuentan como una sola: las posiciones nuevas de contratos comparten los tramos de posición, y los retiros comparten un solo cupo y un solo turno. Lo que esté abierto entonces no cambia.',
  'linked.count': 'Otras cuentas',
  'linked.from': 'Cuenta desde',
  'linked.appeal': 'Si no es correcto, presenta una apelación en tu cuenta. Deciden dos personas de nuestro equipo.',
  'linked.open': 'Ver el vínculo y apelar',
  'unlinked.title': 'Tu cuenta ya no está vinculada',
  'unlinked.body':
    'Dos personas de nuestro equipo pusieron fin al vínculo con otras cuentas. Tus posiciones y retiros vuelven a contar por separado.',
  'appealRefused.title': 'El vínculo de tu cuenta se mantiene',
  'appealRefused.body': 'Dos personas de nuestro equipo revisaron tu apelación. Su respuesta:',
  'kyc.passed.title': 'Verificación de identidad: etapa {stage} superada',
  'kyc.passed.body': 'Revisamos tus datos y los hemos aceptado. Gracias.',
  'kyc.refused.title': 'Verificación de identidad: hay que corregir la etapa {stage}',
  'kyc.refused.body': 'No pudimos aceptar lo siguiente. Corrígelo en tu centro de cuenta y envíalo de nuevo.',
  'field.name': 'Nombre',
  'field.country': 'País',
  'field.documentType': 'Tipo de documento',
  'field.documentNo': 'Número del documento',
  'field.front': 'Foto del anverso',
  'field.back': 'Foto del reverso',
  'field.handheld': 'Foto tuya con el documento',
  'reason.unreadable': 'no se puede leer',
  'reason.mismatch': 'no coincide con los demás datos',
  'reason.expired': 'el documento está caducado',
  'reason.incomplete': 'falta una parte',
  'reason.wrongDocument': 'no es el documento indicado',
  'reason.notOwn': 'es de otra persona',
  'reason.other': 'el motivo aparece en tu centro de cuenta',
  'fundCase.passed.title': 'Ya puedes crear una nueva contraseña de fondos',
  'fundCase.passed.body':
    'Revisamos tu solicitud y la hemos aceptado. Crea la nueva contraseña de fondos en el centro de seguridad antes del {until}.',
  'fundCase.refused.title': 'Se rechazó tu solicitud de nueva contraseña de fondos',
  'fundCase.refused.body': 'No pudimos tener la certeza de que fuera tuya. Atención al cliente te dirá qué falta.',

  'alert.title': 'Su alerta se ha activado',
  'alert.above': '{symbol} está en {seen}: en {value} o por encima, como pidió saber.',
  'alert.below': '{symbol} está en {seen}: en {value} o por debajo, como pidió saber.',
  'alert.fill': 'Una orden suya en {symbol} se ejecutó a {seen}.',
  'alert.funding': 'La tasa de financiación de {symbol} es {seen}: ha pasado de {value}, como pidió saber.',
  'alert.liquidation':
    'Una posición suya en {symbol} está a {seen} de su precio de liquidación; pidió saberlo por debajo de {value}.',
  'alert.own': 'Usted mismo creó esta alerta. Cámbiela o bórrela en la lista de sus alertas.',
  'deposited.title': 'Se abonó un depósito',
  'deposited.body': '{amount} {coin} ha llegado y está en su billetera spot.',
  'reversed.title': 'Se revirtió un depósito',
  'reversed.body':
    'La red reemplazó el bloque que contenía su depósito de {amount} {coin}, y el pago no figura en ninguno posterior. Se descontó de su billetera spot; lo que faltaba queda adeudado y se cobra primero de lo que entre. Hasta entonces los retiros están bloqueados.',

  'bondClaim.notice.title': 'Una reclamación sobre la fianza de un comerciante',
  'bondClaim.paid.title': 'Se pagó una reclamación con la fianza de un comerciante',
  'bondClaim.ended.title': 'Una reclamación sobre la fianza de un comerciante ha terminado',
  'bondClaim.merchant.notice':
    'Se ha reclamado {amount} {coin} de su fianza de comerciante por la orden OTC {order}. Puede responder hasta {until}. Hasta que se decida, no puede retirar la fianza. Después decide una segunda persona de nuestro equipo.',
  'bondClaim.harmed.notice':
    'Hemos reclamado para usted {amount} {coin} de la fianza del comerciante por la orden OTC {order}. El comerciante puede responder hasta {until}. Después decide una segunda persona de nuestro equipo.',
  'bondClaim.merchant.paid':
    'Se pagaron {amount} {coin} de su fianza de comerciante a la otra parte de la orden OTC {order}.',
  'bondClaim.harmed.paid':
    '{amount} {coin} de la fianza del comerciante están en su billetera spot, por la orden OTC {order}.',
  'bondClaim.merchant.ended':
    'La reclamación de {amount} {coin} sobre su fianza de comerciante por la orden OTC {order} no se pagó.',
  'bondClaim.harmed.ended':
    'La reclamación de {amount} {coin} sobre la fianza del comerciante por la orden OTC {order} no se pagó.',
  'bondClaim.page': 'Abrir sus reclamaciones',

  'fact.device': 'Dispositivo',
  'fact.ip': 'Dirección IP',
  'fact.time': 'Hora',
  notYou: '¿No fuiste tú? Congela la cuenta cuanto antes: se detendrán las órdenes, los retiros y las claves API.',
  freeze: 'Congelarla en el centro de seguridad',
  'word.yours': 'Tu palabra: {word}',
  'word.none':
    'Elige una palabra en el centro de seguridad: nuestros correos empezarán con ella, y un correo sin esa palabra no es nuestro.',
  'footer.never': '{house} nunca pide contraseñas ni códigos por correo, teléfono o chat.',
  'footer.auto': 'Este mensaje se envió automáticamente; nadie lee las respuestas.',
  'sms.code': '{title}: {code}. Válido 10 minutos. No se lo des a nadie.',
  'sms.notYou': '{title}. ¿No fuiste tú? Congela la cuenta en el centro de seguridad.',
};
