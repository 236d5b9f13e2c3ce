// Italian: the texts of our messages.

import type { Texts } from './en.ts';

export const it: Texts = {
  'code.1': 'Il tuo codice per aprire un account',
  'code.2': 'Il tuo codice di accesso',
  'code.3': 'Il tuo codice per una nuova password',
  'code.4': 'Il tuo codice per collegare e-mail o telefono',
  'code.5': 'Il tuo codice per cambiare un’impostazione di sicurezza',
  'code.6': 'Il tuo codice di prelievo',
  'code.7': 'Il tuo codice per la password dei fondi',
  'code.8': 'Il tuo codice per una chiave API',
  'code.life': 'Vale una sola volta, per 10 minuti.',
  'code.secret': 'Non darlo a nessuno, nemmeno a chi dice di lavorare per {house}.',
  'code.ignore': 'Se non l’hai chiesto, probabilmente qualcuno ha sbagliato indirizzo. Non devi fare nulla.',
  'code.notYou':
    'Se non l’hai chiesto, forse qualcuno conosce la tua password. Tieni il codice per te e cambia la password.',

  'absent.title': 'È stato chiesto un codice, ma non c’è alcun account',
  'absent.body':
    'Qualcuno ha chiesto un codice a {house} con questo indirizzo. Nessun account lo usa, quindi non è stato inviato alcun codice. Se eri tu, prova con l’indirizzo con cui ti sei registrato.',
  'taken.title': 'Questo indirizzo ha già un account',
  'taken.body':
    'Qualcuno ha chiesto un codice a {house} per aprire un account con questo indirizzo o per collegarlo a un account. È già in uso, quindi non è stato inviato alcun codice. Se eri tu, accedi con questo indirizzo; da lì puoi anche reimpostare una password dimenticata.',

  'newDevice.title': 'Accesso da un nuovo dispositivo',
  'newDevice.body': 'Qualcuno è entrato nel tuo account da un dispositivo che non vi avevamo mai visto prima.',
  'changed.password': 'La tua password di accesso è stata cambiata',
  'changed.fundPassword': 'La tua password dei fondi è stata cambiata',
  'changed.email': 'L’indirizzo e-mail del tuo account è stato cambiato',
  'changed.phone': 'Il numero di telefono del tuo account è stato cambiato',
  'changed.authenticator': 'L’app di autenticazione del tuo account è stata cambiata',
  'changed.passkey': 'Una passkey del tuo account è stata aggiunta o rimossa',
  'changed.antiCode': 'La parola con cui iniziano i nostri messaggi è stata cambiata',
  'changed.apiKey': 'Una chiave API del tuo account è stata aggiunta o rimossa',
  fundGuessed: 'La tua password dei fondi è stata digitata in modo errato cinque volte',
  locked: 'Per proteggerti, i prelievi sono bloccati fino al {until}.',
  wasYou: 'Se eri tu, non devi fare nulla.',
  'frozen.title': 'Il tuo account è congelato',
  'frozen.body':
    'Nuovi ordini, prelievi e chiavi API sono fermi; gli ordini aperti sono stati annullati, tranne quelli che chiudono una posizione. Puoi ancora annullare ordini, rimborsare, aggiungere margine, impostare stop e, dopo aver confermato la tua identità, chiudere posizioni. Il tuo saldo è intatto. L’assistenza clienti riaprirà l’account quando sarà certa che sei tu a chiederlo.',
  'unfrozen.title': 'Il tuo account è di nuovo aperto',
  'unfrozen.body': 'Due persone del nostro team hanno controllato l’account e tolto il blocco.',
  'linked.title': 'Il tuo account è collegato ad altri',
  'linked.body':
    'Due persone del nostro team hanno stabilito che il tuo account e altri sono della stessa persona. Dal momento indicato qui sotto contano come uno solo: le nuove posizioni sui contratti condividono gli scaglioni di posizione, e i prelievi condividono un solo plafond e un solo turno. Ciò che è aperto per allora resta com’è.',
  'linked.count': 'Altri account',
  'linked.from': 'Conta dal',
  'linked.appeal': 'Se è un errore, presenta ricorso dal tuo account. Decidono due persone del nostro team.',
  'linked.open': 'Vedi il collegamento e fai ricorso',
  'unlinked.title': 'Il tuo account non è più collegato',
  'unlinked.body':
    'Due persone del nostro team hanno tolto il collegamento con altri account. Le tue posizioni e i tuoi prelievi contano di nuovo da soli.',
  'appealRefused.title': 'Il collegamento del tuo account resta',
  'appealRefused.body': 'Due persone del nostro team hanno esaminato il tuo ricorso. La loro risposta:',
  'kyc.passed.title': 'Verifica dell’identità: fase {stage} superata',
  'kyc.passed.body': 'I tuoi dati sono stati controllati e accettati. Grazie.',
  'kyc.refused.title': 'Verifica dell’identità: la fase {stage} va corretta',
  'kyc.refused.body': 'Non abbiamo potuto accettare quanto segue. Correggilo nell’area account e invialo di nuovo.',
  'field.name': 'Nome',
  'field.country': 'Paese',
  'field.documentType': 'Tipo di documento',
  'field.documentNo': 'Numero del documento',
  'field.front': 'Foto del fronte',
  'field.back': 'Foto del retro',
  'field.handheld': 'Foto di te con il documento',
  'reason.unreadable': 'non si legge',
  'reason.mismatch': 'non corrisponde al resto',
  'reason.expired': 'il documento è scaduto',
  'reason.incomplete': 'ne manca una parte',
  'reason.wrongDocument': 'non è il documento indicato',
  'reason.notOwn': 'appartiene a un’altra persona',
  'reason.other': 'il motivo è indicato nell’area account',
  'fundCase.passed.title': 'Puoi impostare una nuova password dei fondi',
  'fundCase.passed.body':
    'La tua richiesta è stata controllata e accolta. Imposta la nuova password dei fondi nel centro sicurezza entro il {until}.',
  'fundCase.refused.title': 'La tua richiesta di una nuova password dei fondi è stata respinta',
  'fundCase.refused.body':
    'Non abbiamo potuto essere certi che venisse da te. L’assistenza clienti ti dirà che cosa manca.',

  'alert.title': 'Il tuo avviso è scattato',
  'alert.above': '{symbol} è a {seen}: a {value} o sopra, come avevi chiesto di sapere.',
  'alert.below': '{symbol} è a {seen}: a {value} o sotto, come avevi chiesto di sapere.',
  'alert.fill': 'Un tuo ordine su {symbol} è stato eseguito a {seen}.',
  'alert.funding': 'Il tasso di finanziamento di {symbol} è {seen}: ha superato {value}, come avevi chiesto di sapere.',
  'alert.liquidation':
    'Una tua posizione su {symbol} è a {seen} dal suo prezzo di liquidazione; avevi chiesto di saperlo sotto {value}.',
  'alert.own': 'Hai impostato tu questo avviso. Modificalo o eliminalo nell’elenco dei tuoi avvisi.',
  'deposited.title': 'Un deposito è stato accreditato',
  'deposited.body': '{amount} {coin} è arrivato e si trova nel suo portafoglio spot.',
  'reversed.title': 'Un deposito è stato stornato',
  'reversed.body':
    'La rete ha sostituito il blocco che conteneva il suo deposito di {amount} {coin} e il pagamento non compare in nessuno dei successivi. È stato prelevato dal suo portafoglio spot; ciò che mancava è dovuto e viene rimborsato per primo da ciò che arriva. Fino ad allora i prelievi sono bloccati.',

  'bondClaim.notice.title': 'Una richiesta sulla cauzione di un merchant',
  'bondClaim.paid.title': 'Una richiesta è stata pagata dalla cauzione di un merchant',
  'bondClaim.ended.title': 'Una richiesta sulla cauzione di un merchant è conclusa',
  'bondClaim.merchant.notice':
    'È stata presentata una richiesta di {amount} {coin} sulla tua cauzione di merchant per l’ordine OTC {order}. Puoi rispondere fino al {until}. Finché non è decisa, la cauzione non può essere prelevata. Poi decide una seconda persona del nostro team.',
  'bondClaim.harmed.notice':
    'Abbiamo richiesto per te {amount} {coin} dalla cauzione del merchant per l’ordine OTC {order}. Il merchant può rispondere fino al {until}. Poi decide una seconda persona del nostro team.',
  'bondClaim.merchant.paid':
    '{amount} {coin} sono stati pagati dalla tua cauzione di merchant all’altra parte dell’ordine OTC {order}.',
  'bondClaim.harmed.paid':
    '{amount} {coin} dalla cauzione del merchant sono nel tuo portafoglio spot, per l’ordine OTC {order}.',
  'bondClaim.merchant.ended':
    'La richiesta di {amount} {coin} sulla tua cauzione di merchant per l’ordine OTC {order} non è stata pagata.',
  'bondClaim.harmed.ended':
    'La richiesta di {amount} {coin} sulla cauzione del merchant per l’ordine OTC {order} non è stata pagata.',
  'bondClaim.page': 'Apri le tue richieste',

  'fact.device': 'Dispositivo',
  'fact.ip': 'Indirizzo IP',
  'fact.time': 'Ora',
  notYou: 'Non eri tu? Congela subito l’account: ordini, prelievi e chiavi API si fermano.',
  freeze: 'Congelalo nel centro sicurezza',
  'word.yours': 'La tua parola: {word}',
  'word.none':
    'Scegli una parola nel centro sicurezza: le nostre e-mail inizieranno così, e un’e-mail senza quella parola non è nostra.',
  'footer.never': '{house} non chiede mai password o codici per e-mail, telefono o chat.',
  'footer.auto': 'Questo messaggio è stato inviato automaticamente; le risposte non vengono lette.',
  'sms.code': '{title}: {code}. Vale 10 minuti. Non darlo a nessuno.',
  'sms.notYou': '{title}. Non eri tu? Congela l’account nel centro sicurezza.',
};
