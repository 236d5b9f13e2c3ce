// German: the texts of our messages.

import type { Texts } from './en.ts';

export const de: Texts = {
  'code.1': 'Ihr Code zur Kontoeröffnung',
  'code.2': 'Ihr Code zur Anmeldung',
  'code.3': 'Ihr Code für ein neues Passwort',
  'code.4': 'Ihr Code zum Verknüpfen von E-Mail oder Telefon',
  'code.5': 'Ihr Code zum Ändern einer Sicherheitseinstellung',
  'code.6': 'Ihr Code für die Auszahlung',
  'code.7': 'Ihr Code für das Guthaben-Passwort',
  'code.8': 'Ihr Code für einen API-Schlüssel',
  'code.life': 'Er gilt einmal und 10 Minuten lang.',
  'code.secret': 'Geben Sie ihn niemandem, auch nicht, wenn jemand behauptet, bei {house} zu arbeiten.',
  'code.ignore':
    'Wenn Sie ihn nicht angefordert haben, hat sich wohl jemand bei der Adresse vertippt. Sie müssen nichts tun.',
  'code.notYou':
    'Wenn Sie ihn nicht angefordert haben, kennt womöglich jemand Ihr Passwort. Behalten Sie den Code für sich und ändern Sie Ihr Passwort.',

  'absent.title': 'Ein Code wurde angefordert, aber es gibt kein Konto',
  'absent.body':
    'Jemand hat bei {house} mit dieser Adresse einen Code angefordert. Zu ihr gehört kein Konto, deshalb wurde kein Code verschickt. Falls Sie es waren: Versuchen Sie es mit der Adresse, mit der Sie sich registriert haben.',
  'taken.title': 'Zu dieser Adresse gibt es bereits ein Konto',
  'taken.body':
    'Jemand hat bei {house} einen Code angefordert, um mit dieser Adresse ein Konto zu eröffnen oder sie mit einem zu verknüpfen. Sie gehört bereits zu einem Konto, deshalb wurde kein Code verschickt. Falls Sie es waren: Melden Sie sich damit an; ein vergessenes Passwort lässt sich dort neu setzen.',

  'newDevice.title': 'Anmeldung von einem neuen Gerät',
  'newDevice.body': 'Jemand hat sich an Ihrem Konto mit einem Gerät angemeldet, das wir dort noch nicht gesehen haben.',
  'changed.password': 'Ihr Anmeldepasswort wurde geändert',
  'changed.fundPassword': 'Ihr Guthaben-Passwort wurde geändert',
  'changed.email': 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
  'changed.phone': 'Die Telefonnummer Ihres Kontos wurde geändert',
  'changed.authenticator': 'Der Authenticator Ihres Kontos wurde geändert',
  'changed.passkey': 'Ein Passkey Ihres Kontos wurde hinzugefügt oder entfernt',
  'changed.antiCode': 'Das Wort am Anfang unserer Nachrichten wurde geändert',
  'changed.apiKey': 'Ein API-Schlüssel Ihres Kontos wurde hinzugefügt oder entfernt',
  fundGuessed: 'Ihr Guthaben-Passwort wurde fünfmal falsch eingegeben',
  locked: 'Zu Ihrem Schutz sind Auszahlungen bis {until} gesperrt.',
  wasYou: 'Wenn Sie es waren, müssen Sie nichts tun.',
  'frozen.title': 'Ihr Konto ist eingefroren',
  'frozen.body':
    'Neue Aufträge, Auszahlungen und API-Schlüssel sind gestoppt; offene Aufträge wurden storniert, außer denen, die eine Position schließen. Sie können weiter stornieren, zurückzahlen, Margin hinzufügen, Stops setzen und nach Bestätigung Ihrer Identität Positionen schließen. Ihr Guthaben ist unberührt. Der Kundendienst öffnet das Konto wieder, sobald feststeht, dass Sie darum bitten.',
  'unfrozen.title': 'Ihr Konto ist wieder offen',
  'unfrozen.body': 'Zwei unserer Mitarbeiter haben das Konto geprüft und die Sperre aufgehoben.',
  'linked.title': 'Ihr Konto ist mit anderen verknüpft',
  'linked.body':
    'Zwei unserer Mitarbeiter haben festgestellt, dass Ihr Konto und andere einer Person gehören. Ab dem unten genannten Zeitpunkt zählen sie als eines: Neue Kontraktpositionen teilen sich die Positionsstufen, Auszahlungen ein Kontingent und einen Platz in der Reihe. Was bis dahin offen ist, bleibt, wie es ist.',
  'linked.count': 'Andere Konten',
  'linked.from': 'Gilt ab',
  'linked.appeal':
    'Wenn das nicht stimmt, legen Sie in Ihrem Konto Widerspruch ein. Zwei unserer Mitarbeiter entscheiden.',
  'linked.open': 'Verknüpfung ansehen und widersprechen',
  'unlinked.title': 'Ihr Konto ist nicht mehr verknüpft',
  'unlinked.body':
    'Zwei unserer Mitarbeiter haben die Verknüpfung mit anderen Konten beendet. Ihre Positionen und Auszahlungen zählen wieder für sich.',
  'appealRefused.title': 'Die Verknüpfung Ihres Kontos bleibt',
  'appealRefused.body': 'Zwei unserer Mitarbeiter haben Ihren Widerspruch geprüft. Ihre Antwort:',
  'kyc.passed.title': 'Identitätsprüfung: Stufe {stage} bestanden',
  'kyc.passed.body': 'Ihre Angaben wurden geprüft und angenommen. Vielen Dank.',
  'kyc.refused.title': 'Identitätsprüfung: Stufe {stage} braucht eine Korrektur',
  'kyc.refused.body':
    'Folgendes konnten wir nicht annehmen. Korrigieren Sie es in der Kontoverwaltung und senden Sie es erneut.',
  'field.name': 'Name',
  'field.country': 'Land',
  'field.documentType': 'Art des Dokuments',
  'field.documentNo': 'Dokumentnummer',
  'field.front': 'Foto der Vorderseite',
  'field.back': 'Foto der Rückseite',
  'field.handheld': 'Foto von Ihnen mit dem Dokument',
  'reason.unreadable': 'nicht lesbar',
  'reason.mismatch': 'passt nicht zu den übrigen Angaben',
  'reason.expired': 'das Dokument ist abgelaufen',
  'reason.incomplete': 'ein Teil fehlt',
  'reason.wrongDocument': 'ein anderes Dokument als angegeben',
  'reason.notOwn': 'gehört jemand anderem',
  'reason.other': 'den Grund nennt die Kontoverwaltung',
  'fundCase.passed.title': 'Sie können ein neues Guthaben-Passwort setzen',
  'fundCase.passed.body':
    'Ihr Antrag wurde geprüft und bewilligt. Setzen Sie das neue Guthaben-Passwort bis {until} im Sicherheitsbereich.',
  'fundCase.refused.title': 'Ihr Antrag auf ein neues Guthaben-Passwort wurde abgelehnt',
  'fundCase.refused.body':
    'Wir konnten nicht sicher sein, dass er von Ihnen kam. Der Kundendienst sagt Ihnen, was fehlt.',

  'alert.title': 'Ihr Alarm hat ausgelöst',
  'alert.above': '{symbol} steht bei {seen}: auf oder über {value}, wie Sie es wissen wollten.',
  'alert.below': '{symbol} steht bei {seen}: auf oder unter {value}, wie Sie es wissen wollten.',
  'alert.fill': 'Ein Auftrag von Ihnen in {symbol} wurde zu {seen} ausgeführt.',
  'alert.funding':
    'Der Finanzierungssatz von {symbol} beträgt {seen}: er hat {value} überschritten, wie Sie es wissen wollten.',
  'alert.liquidation':
    'Eine Position von Ihnen in {symbol} ist {seen} von ihrem Liquidationspreis entfernt; Sie wollten es unter {value} wissen.',
  'alert.own': 'Sie haben diesen Alarm selbst gestellt. Ändern oder löschen Sie ihn in der Liste Ihrer Alarme.',
  'deposited.title': 'Eine Einzahlung wurde gutgeschrieben',
  'deposited.body': '{amount} {coin} ist eingegangen und steht in Ihrer Spot-Wallet.',
  'reversed.title': 'Eine Einzahlung wurde zurückgenommen',
  'reversed.body':
    'Das Netzwerk hat den Block mit Ihrer Einzahlung von {amount} {coin} ersetzt, und die Zahlung steht in keinem der folgenden. Der Betrag wurde Ihrer Spot-Wallet entnommen; was dort fehlte, wird geschuldet und aus den nächsten Eingängen zuerst beglichen. Bis dahin sind Auszahlungen gesperrt.',

  'bondClaim.notice.title': 'Ein Anspruch auf die Kaution eines Händlers',
  'bondClaim.paid.title': 'Ein Anspruch wurde aus der Kaution eines Händlers bezahlt',
  'bondClaim.ended.title': 'Ein Anspruch auf die Kaution eines Händlers ist beendet',
  'bondClaim.merchant.notice':
    'Auf Ihre Händlerkaution wurde für die OTC-Order {order} ein Anspruch von {amount} {coin} erhoben. Sie können bis {until} antworten. Bis zur Entscheidung kann Ihre Kaution nicht abgezogen werden. Danach entscheidet eine zweite Person unseres Teams.',
  'bondClaim.harmed.notice':
    'Wir haben für Sie {amount} {coin} aus der Kaution des Händlers beansprucht, für die OTC-Order {order}. Der Händler kann bis {until} antworten. Danach entscheidet eine zweite Person unseres Teams.',
  'bondClaim.merchant.paid':
    '{amount} {coin} wurden aus Ihrer Händlerkaution an die andere Partei der OTC-Order {order} gezahlt.',
  'bondClaim.harmed.paid':
    '{amount} {coin} aus der Kaution des Händlers sind in Ihrer Spot-Wallet, für die OTC-Order {order}.',
  'bondClaim.merchant.ended':
    'Der Anspruch von {amount} {coin} auf Ihre Händlerkaution für die OTC-Order {order} wurde nicht bezahlt.',
  'bondClaim.harmed.ended':
    'Der Anspruch von {amount} {coin} auf die Kaution des Händlers für die OTC-Order {order} wurde nicht bezahlt.',
  'bondClaim.page': 'Ihre Ansprüche öffnen',

  'fact.device': 'Gerät',
  'fact.ip': 'IP-Adresse',
  'fact.time': 'Zeit',
  notYou:
    'Das waren nicht Sie? Frieren Sie das Konto sofort ein: Aufträge, Auszahlungen und API-Schlüssel werden dann gestoppt.',
  freeze: 'Im Sicherheitsbereich einfrieren',
  'word.yours': 'Ihr Wort: {word}',
  'word.none':
    'Wählen Sie im Sicherheitsbereich ein Wort: Unsere E-Mails beginnen dann damit, und eine E-Mail ohne dieses Wort ist nicht von uns.',
  'footer.never': '{house} fragt nie per E-Mail, Telefon oder Chat nach einem Passwort oder Code.',
  'footer.auto': 'Diese Nachricht wurde automatisch verschickt; Antworten werden nicht gelesen.',
  'sms.code': '{title}: {code}. 10 Minuten gültig. Niemandem weitergeben.',
  'sms.notYou': '{title}. Nicht Sie? Konto im Sicherheitsbereich einfrieren.',
};
