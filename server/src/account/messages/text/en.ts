// English: the texts of our messages. `{name}` is filled by `template.ts`.

export const en = {
  'code.1': 'Your code to open an account',
  'code.2': 'Your code to sign in',
  'code.3': 'Your code to set a new password',
  'code.4': 'Your code to bind an e-mail address or phone',
  'code.5': 'Your code to change a security setting',
  'code.6': 'Your code to withdraw',
  'code.7': 'Your code for the fund password',
  'code.8': 'Your code for an API key',
  'code.life': 'It works once, within 10 minutes.',
  'code.secret': 'Do not share it with anyone, not even someone who says they work for {house}.',
  'code.ignore': 'If you did not ask for it, someone has probably mistyped an address. You do not need to do anything.',
  'code.notYou':
    'If you did not ask for it, someone may know your password. Keep the code to yourself and change your password.',

  'absent.title': 'A code was asked for, but there is no account',
  'absent.body':
    'Someone asked {house} for a code with this address. No account uses it, so no code was sent. If it was you, try the address you registered with.',
  'taken.title': 'This address already has an account',
  'taken.body':
    'Someone asked {house} for a code to open an account with this address, or to bind it to one. An account uses it already, so no code was sent. If it was you, sign in with it; you can reset a forgotten password there.',

  'newDevice.title': 'Sign-in from a new device',
  'newDevice.body': 'Someone signed in to your account on a device that we had not seen with it before.',
  'changed.password': 'Your login password was changed',
  'changed.fundPassword': 'Your fund password was changed',
  'changed.email': 'The e-mail address of your account was changed',
  'changed.phone': 'The phone number of your account was changed',
  'changed.authenticator': 'The authenticator of your account was changed',
  'changed.passkey': 'A passkey of your account was added or removed',
  'changed.antiCode': 'Your anti-phishing word was changed',
  'changed.apiKey': 'An API key of your account was added or removed',
  fundGuessed: 'Your fund password was entered incorrectly five times',
  locked: 'To protect you, withdrawals are locked until {until}.',
  wasYou: 'If it was you, you do not need to do anything.',
  'frozen.title': 'Your account is frozen',
  'frozen.body':
    'New orders, withdrawals and API keys are blocked; open orders were cancelled, except those that close a position. You can still cancel orders, repay, add margin, set stops, and close positions after confirming your identity. Your balance is not affected. Customer service unfreezes the account once it has confirmed that the request is yours.',
  'unfrozen.title': 'Your account is unfrozen',
  'unfrozen.body': 'Two members of our staff have checked the account and lifted the freeze.',
  'linked.title': 'Your account is linked with others',
  'linked.body':
    'Two members of our staff found that one person owns your account and others. From the time below they count as one: new contract positions share the position tiers, and withdrawals share one allowance and one place in the queue. Positions and orders open by then stay as they are.',
  'linked.count': 'Other accounts',
  'linked.from': 'Counts from',
  'linked.appeal': 'If this is wrong, appeal in your account. Two members of our staff decide.',
  'linked.open': 'See the link and appeal',
  'unlinked.title': 'Your account is no longer linked',
  'unlinked.body':
    'Two members of our staff ended the link with other accounts. Your positions and withdrawals are counted separately again.',
  'appealRefused.title': 'The link of your account stays',
  'appealRefused.body': 'Two members of our staff reviewed your appeal. Their answer:',
  'kyc.passed.title': 'Identity verification: stage {stage} passed',
  'kyc.passed.body': 'Your details were checked and accepted. Thank you.',
  'kyc.refused.title': 'Identity verification: stage {stage} needs a correction',
  'kyc.refused.body': 'We could not accept the following. Correct it in the account centre and send it again.',
  'field.name': 'Name',
  'field.country': 'Country',
  'field.documentType': 'Type of document',
  'field.documentNo': 'Document number',
  'field.front': 'Photo of the front',
  'field.back': 'Photo of the back',
  'field.handheld': 'Photo of you with the document',
  'reason.unreadable': 'it cannot be read',
  'reason.mismatch': 'it does not match the rest',
  'reason.expired': 'the document has expired',
  'reason.incomplete': 'a part is missing',
  'reason.wrongDocument': 'it is a different document from the one stated',
  'reason.notOwn': 'it belongs to someone else',
  'reason.other': 'the account centre says why',
  'fundCase.passed.title': 'You can set a new fund password',
  'fundCase.passed.body':
    'Your request was reviewed and approved. Set the new fund password in the security centre before {until}.',
  'fundCase.refused.title': 'Your request for a new fund password was refused',
  'fundCase.refused.body':
    'We could not confirm that it came from you. Customer service will tell you what is missing.',

  'alert.title': 'Your alert has fired',
  'alert.above': '{symbol} is at {seen}: at or above {value}, as set in your alert.',
  'alert.below': '{symbol} is at {seen}: at or below {value}, as set in your alert.',
  'alert.fill': 'Your order in {symbol} was filled at {seen}.',
  'alert.funding': 'The funding rate of {symbol} is {seen}: it has passed {value}, as set in your alert.',
  'alert.liquidation':
    'Your position in {symbol} is {seen} away from its liquidation price; your alert is set for less than {value}.',
  'alert.own': 'You set this alert yourself. You can change or delete it in your alerts.',

  'deposited.title': 'A deposit was credited',
  'deposited.body': '{amount} {coin} was credited to your spot wallet.',
  'reversed.title': 'A deposit was reversed',
  'reversed.body':
    'The network replaced the block that held your deposit of {amount} {coin}, and no later block contains the payment. The amount was deducted from your spot wallet; what your balance did not cover is owed and is repaid first from what you receive. Until then withdrawals are locked.',

  'bondClaim.notice.title': 'A claim on a merchant’s bond',
  'bondClaim.paid.title': 'A claim was paid from a merchant’s bond',
  'bondClaim.ended.title': 'A claim on a merchant’s bond was closed',
  'bondClaim.merchant.notice':
    'A claim of {amount} {coin} was made on your merchant bond, for OTC order {order}. You can answer until {until}. Until it is decided, your bond cannot be withdrawn. After that time a second member of our staff decides.',
  'bondClaim.harmed.notice':
    'We claimed {amount} {coin} for you from the merchant’s bond, for OTC order {order}. The merchant can answer until {until}. After that time a second member of our staff decides.',
  'bondClaim.merchant.paid':
    '{amount} {coin} were paid from your merchant bond to the other party of OTC order {order}.',
  'bondClaim.harmed.paid': '{amount} {coin} from the merchant’s bond are in your spot wallet, for OTC order {order}.',
  'bondClaim.merchant.ended':
    'The claim of {amount} {coin} on your merchant bond, for OTC order {order}, was not paid.',
  'bondClaim.harmed.ended': 'The claim of {amount} {coin} on the merchant’s bond, for OTC order {order}, was not paid.',
  'bondClaim.page': 'Open your claims',

  'fact.device': 'Device',
  'fact.ip': 'IP address',
  'fact.time': 'Time',
  notYou: 'Was it not you? Freeze the account at once: orders, withdrawals and API keys then stop.',
  freeze: 'Freeze it in the security centre',
  'word.yours': 'Your word: {word}',
  'word.none':
    'Choose an anti-phishing word in the security centre: our e-mails will begin with it, and an e-mail without it is not from us.',
  'footer.never': '{house} never asks for a password or a code by e-mail, phone or chat.',
  'footer.auto': 'This message was sent automatically; replies are not read.',
  'sms.code': '{title}: {code}. Valid for 10 minutes. Do not share it.',
  'sms.notYou': '{title}. Not you? Freeze the account in the security centre.',
} as const;

/** Every text of our messages, by its key. */
export type Texts = Readonly<Record<keyof typeof en, string>>;
