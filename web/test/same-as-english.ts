// Words that a language's page has in common with the English one. A text of such words alone may stand as it does in
// English; any other is one that nobody translated.

/** Names and signs, and what traders say in every language. */
const ALL =
  'bitcoin btc csv defi ethereum fibonacci forex funding long maker meme short sl spot staking stop taker tick tp vol';

/** By language: its own words that English has too, and what its traders say in English. */
const OWN: Readonly<Record<string, string>> = {
  zh: 'layer',
  pt: 'candles commodities e-mail loss menu min normal odds offline only post paper principal profit spread status take ticks total volume white',
  vi: 'coin crypto e-mail menu only post',
  th: 'authenticator',
  es: 'flexible irreversible loss min no normal profit take ticks total',
  fr: 'actions cause confirmations correction crypto deleveraging destination document e-mail finance flexible invitation journal liquidation liquidations loss mark max maximum menu min minimum net normal note notifications position positions profit rectangle secret session sessions source sources take ticks total transaction version volume',
  ru: 'only post',
  de: 'asset authenticator bank chart coin coins cross deleveraging gold in index journal layer limit liquidation margin mark market maximum median name normal offline order orders passkeys perpetual position screenshot spread status ticks trades wallet wallets',
  it: 'account asset deleveraging e-mail equity home in interest layer loss mark max menu merchant min no offline open paper password profit spread take volume wallet white',
  tw: 'layer',
  id: 'bank book call deleveraging deposit e-mail interest interval level leverage limit loss margin mark market median menu merchant minimum normal odds offline only open order perpetual post profit spread status take total transfer turnover volume',
  'tl-PH':
    'account address alert anti-phishing app asset authenticator available average bank bond book break-even call card chart code coin coin-margined contract cross crypto currency deleveraging device down e-mail entry equity fee fund home index insurance interest interval invite isolated journal key label layer level leverage limit link liquidation loan maintenance margin mark market max median menu merchant min minimum name network normal odds of only open order otc overdue paper password perpetual phone position post practice principal recovery screenshot second secret service source spread stage status swap terms trading transfer trigger up user verification void volume wallet white withdrawal word',
};

/** A language's own, of those. */
export function ownWords(language: string): readonly string[] {
  return (OWN[language] ?? '').split(' ').filter(Boolean);
}

/** Words that may stand in a language's texts as in English; small letters. */
export function sharedWords(language: string): ReadonlySet<string> {
  return new Set([...ALL.split(' '), ...ownWords(language)]);
}
