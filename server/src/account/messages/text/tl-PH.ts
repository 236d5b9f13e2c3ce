// Filipino: the texts of our messages.

import type { Texts } from './en.ts';

export const tlPH: Texts = {
  'code.1': 'Ang code mo para magbukas ng account',
  'code.2': 'Ang code mo para mag-sign in',
  'code.3': 'Ang code mo para sa bagong password',
  'code.4': 'Ang code mo para mag-link ng email o telepono',
  'code.5': 'Ang code mo para baguhin ang security setting',
  'code.6': 'Ang code mo para sa withdrawal',
  'code.7': 'Ang code mo para sa fund password',
  'code.8': 'Ang code mo para sa API key',
  'code.life': 'Isang beses lang itong magagamit, sa loob ng 10 minuto.',
  'code.secret': 'Huwag itong ibigay kahit kanino, kahit sa nagsasabing taga-{house} siya.',
  'code.ignore':
    'Kung hindi mo ito hiningi, malamang may nagkamali sa pag-type ng address. Wala kang kailangang gawin.',
  'code.notYou':
    'Kung hindi mo ito hiningi, baka may nakakaalam ng password mo. Huwag ibigay ang code at palitan ang password mo.',

  'absent.title': 'May humingi ng code, pero walang account',
  'absent.body':
    'May humingi ng code sa {house} gamit ang address na ito. Walang account na gumagamit nito kaya walang ipinadalang code. Kung ikaw iyon, subukan ang address na ginamit mo sa pag-register.',
  'taken.title': 'May account na ang address na ito',
  'taken.body':
    'May humingi ng code sa {house} para magbukas ng account gamit ang address na ito o i-link ito sa account. Ginagamit na ito ng isang account kaya walang ipinadalang code. Kung ikaw iyon, mag-sign in gamit ito; kung nakalimutan ang password, doon ka makakapagtakda ng bago.',

  'newDevice.title': 'Sign-in mula sa bagong device',
  'newDevice.body': 'May nag-sign in sa account mo mula sa device na hindi pa namin nakikita rito.',
  'changed.password': 'Pinalitan ang login password mo',
  'changed.fundPassword': 'Pinalitan ang fund password mo',
  'changed.email': 'Pinalitan ang email address ng account mo',
  'changed.phone': 'Pinalitan ang phone number ng account mo',
  'changed.authenticator': 'Pinalitan ang authenticator ng account mo',
  'changed.passkey': 'May idinagdag o inalis na passkey sa account mo',
  'changed.antiCode': 'Pinalitan ang salitang nasa simula ng mga email namin',
  'changed.apiKey': 'May idinagdag o inalis na API key sa account mo',
  fundGuessed: 'Limang beses na mali ang naipasok na fund password mo',
  locked: 'Para protektahan ka, naka-lock ang withdrawal hanggang {until}.',
  wasYou: 'Kung ikaw iyon, wala kang kailangang gawin.',
  'frozen.title': 'Naka-freeze ang account mo',
  'frozen.body':
    'Nakahinto ang mga bagong order, withdrawal at API key; kinansela ang mga bukas na order, maliban sa mga nagsasara ng position. Puwede ka pa ring mag-cancel ng order, magbayad ng utang, magdagdag ng margin, maglagay ng stop, at magsara ng position matapos kumpirmahin ang pagkakakilanlan mo. Buo pa rin ang balance mo. Bubuksan ulit ng customer service ang account kapag sigurado nang ikaw ang humihiling.',
  'unfrozen.title': 'Bukas na ulit ang account mo',
  'unfrozen.body': 'Sinuri ng dalawang tauhan namin ang account at inalis ang freeze.',
  'linked.title': 'Naka-link ang account mo sa iba',
  'linked.body':
    'Nakita ng dalawang tauhan namin na iisang tao ang may-ari ng account mo at ng iba pa. Mula sa oras sa ibaba, isa na ang bilang nila: magkasama sa mga antas ng posisyon ang mga bagong posisyon sa kontrata, at iisa ang limit at pila ng mga withdrawal. Mananatili ang mga bukas na bago ang oras na iyon.',
  'linked.count': 'Ibang account',
  'linked.from': 'Bibilang mula',
  'linked.appeal': 'Kung mali ito, mag-apela sa account mo. Dalawang tauhan namin ang magpapasya.',
  'linked.open': 'Tingnan ang link at mag-apela',
  'unlinked.title': 'Hindi na naka-link ang account mo',
  'unlinked.body':
    'Tinapos ng dalawang tauhan namin ang link sa ibang account. Hiwalay na ulit ang bilang ng mga posisyon at withdrawal mo.',
  'appealRefused.title': 'Mananatili ang link ng account mo',
  'appealRefused.body': 'Sinuri ng dalawang tauhan namin ang apela mo. Ang sagot nila:',
  'kyc.passed.title': 'Identity verification: pasado ang stage {stage}',
  'kyc.passed.body': 'Nasuri at natanggap na ang mga detalye mo. Salamat.',
  'kyc.refused.title': 'Identity verification: may itatama sa stage {stage}',
  'kyc.refused.body': 'Hindi namin matanggap ang mga sumusunod. Itama ang mga ito sa account centre at ipadala ulit.',
  'field.name': 'Pangalan',
  'field.country': 'Bansa',
  'field.documentType': 'Uri ng dokumento',
  'field.documentNo': 'Numero ng dokumento',
  'field.front': 'Litrato ng harap',
  'field.back': 'Litrato ng likod',
  'field.handheld': 'Litrato mong hawak ang dokumento',
  'reason.unreadable': 'hindi mabasa',
  'reason.mismatch': 'hindi tugma sa iba pang detalye',
  'reason.expired': 'expired na ang dokumento',
  'reason.incomplete': 'may kulang na bahagi',
  'reason.wrongDocument': 'iba sa sinabing dokumento',
  'reason.notOwn': 'pag-aari ng iba',
  'reason.other': 'nasa account centre ang dahilan',
  'fundCase.passed.title': 'Puwede ka nang magtakda ng bagong fund password',
  'fundCase.passed.body':
    'Nasuri at naaprubahan ang hiling mo. Itakda ang bagong fund password sa security centre bago ang {until}.',
  'fundCase.refused.title': 'Hindi naaprubahan ang hiling mong bagong fund password',
  'fundCase.refused.body':
    'Hindi kami nakasiguro na galing ito sa iyo. Sasabihin ng customer service kung ano ang kulang.',

  'alert.title': 'Tumunog ang iyong alerto',
  'alert.above': 'Nasa {seen} ang {symbol}: nasa {value} o mas mataas, gaya ng hiningi mong malaman.',
  'alert.below': 'Nasa {seen} ang {symbol}: nasa {value} o mas mababa, gaya ng hiningi mong malaman.',
  'alert.fill': 'Naisagawa ang isang order mo sa {symbol} sa {seen}.',
  'alert.funding': 'Ang funding rate ng {symbol} ay {seen}: lumampas na ito sa {value}, gaya ng hiningi mong malaman.',
  'alert.liquidation':
    'Ang isang posisyon mo sa {symbol} ay {seen} ang layo sa presyo ng likidasyon nito; hiningi mong malaman kapag mas mababa sa {value}.',
  'alert.own': 'Ikaw mismo ang nagtakda ng alertong ito. Baguhin o burahin ito sa listahan ng iyong mga alerto.',
  'deposited.title': 'Na-credit ang isang deposito',
  'deposited.body': 'Dumating na ang {amount} {coin} at nasa iyong spot wallet.',
  'reversed.title': 'Binawi ang isang deposito',
  'reversed.body':
    'Pinalitan ng network ang block na naglalaman ng iyong depositong {amount} {coin}, at wala ang bayad sa alinmang kasunod na block. Kinuha ito sa iyong spot wallet; ang kulang ay utang at unang babayaran mula sa mga papasok. Hanggang doon ay naka-lock ang mga withdrawal.',

  'bondClaim.notice.title': 'Claim sa bond ng isang merchant',
  'bondClaim.paid.title': 'Nabayaran ang claim mula sa bond ng merchant',
  'bondClaim.ended.title': 'Tapos na ang claim sa bond ng merchant',
  'bondClaim.merchant.notice':
    'May claim na {amount} {coin} sa iyong merchant bond para sa OTC order {order}. Makakasagot ka hanggang {until}. Hangga’t hindi pa napagpapasyahan, hindi ma-withdraw ang iyong bond. Pagkatapos nito, magpapasya ang ikalawang kawani namin.',
  'bondClaim.harmed.notice':
    'Nag-claim kami ng {amount} {coin} para sa iyo mula sa bond ng merchant para sa OTC order {order}. Makakasagot ang merchant hanggang {until}. Pagkatapos nito, magpapasya ang ikalawang kawani namin.',
  'bondClaim.merchant.paid':
    'Binayaran ang {amount} {coin} mula sa iyong merchant bond sa kabilang panig ng OTC order {order}.',
  'bondClaim.harmed.paid':
    'Nasa spot wallet mo na ang {amount} {coin} mula sa bond ng merchant, para sa OTC order {order}.',
  'bondClaim.merchant.ended':
    'Hindi binayaran ang claim na {amount} {coin} sa iyong merchant bond para sa OTC order {order}.',
  'bondClaim.harmed.ended':
    'Hindi binayaran ang claim na {amount} {coin} sa bond ng merchant para sa OTC order {order}.',
  'bondClaim.page': 'Buksan ang iyong mga claim',

  'fact.device': 'Device',
  'fact.ip': 'IP address',
  'fact.time': 'Oras',
  notYou: 'Hindi ikaw? I-freeze agad ang account: hihinto ang mga order, withdrawal at API key.',
  freeze: 'I-freeze ito sa security centre',
  'word.yours': 'Ang salita mo: {word}',
  'word.none':
    'Pumili ng salita sa security centre: magsisimula rito ang mga email namin, at ang email na wala nito ay hindi galing sa amin.',
  'footer.never': 'Hindi kailanman hihingi ang {house} ng password o code sa email, telepono o chat.',
  'footer.auto': 'Awtomatikong ipinadala ang mensaheng ito; hindi binabasa ang mga sagot.',
  'sms.code': '{title}: {code}. Valid nang 10 minuto. Huwag ibigay kahit kanino.',
  'sms.notYou': '{title}. Hindi ikaw? I-freeze ang account sa security centre.',
};
