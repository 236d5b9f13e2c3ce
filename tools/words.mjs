// The words of the pages: terms with their meaning, words that are not used, and docs/reference/glossary.md made of both.
// The translations come from the page's catalogues, so that the glossary cannot differ from the page: npm run glossary
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@vitrine/contract';
import { catalogue } from './catalogue.mjs';
import { root } from './ensure.mjs';

/**
 * Terms of the pages: the English message (a context before a bar) and what it means.
 * @type {ReadonlyArray<readonly [message: string, meaning: string]>}
 */
export const TERMS = [
  ['Anti-phishing word', 'A word of the customer’s own that is in every e-mail from the exchange.'],
  ['API keys', 'Credentials for the customer’s own programs; every request is signed.'],
  ['Available', 'The part of a balance that is not in use.'],
  ['Average price', 'Value of all fills divided by their amount.'],
  ['Borrow', 'To take coins as a loan against the margin wallet.'],
  ['Break-even', 'The share of second contracts that must win so that gains and losses are equal.'],
  ['Cancel all', 'Cancels all open orders; take-profit and stop-loss orders of positions stay.'],
  [
    'Cancel my orders if I disconnect',
    'The dead man’s switch: cancels open orders when the page is gone for a set time.',
  ],
  ['Close all positions', 'Closes every position at market price.'],
  [
    'Closing rate',
    'Margin that positions need at the close of a market with trading hours, as a share of their value.',
  ],
  ['Coin-margined perpetuals', 'Perpetual contracts whose margin and profit are in the base coin.'],
  ['Collateral ratio', 'The share of a coin’s value that counts as collateral.'],
  ['Confirmations', 'Blocks that a network has added on top of a transaction’s block, that block included.'],
  ['Contracts', 'Perpetual contracts, or their number of lots.'],
  ['Cross margin', 'All positions of a wallet share its balance.'],
  [
    'Deleveraging',
    'ADL: closing against the most profitable opposite positions when the insurance fund cannot take over.',
  ],
  ['Deposit', 'A payment into the exchange.'],
  ['Equity', 'Margin plus unrealised PnL.'],
  ['Fee', 'What the exchange charges for a fill, a withdrawal or a swap.'],
  ['Fill or kill (FOK)', 'Time in force: filled completely at once, or not at all.'],
  ['Fund password', 'Six digits required for every withdrawal.'],
  ['Funding', 'The payment between longs and shorts that keeps a perpetual near its index.'],
  ['Good till cancelled', 'Time in force: stays in the order book until filled or cancelled.'],
  ['Immediate or cancel', 'Time in force: fills at once what it can; the rest is cancelled.'],
  ['In use', 'Reserved for orders, positions or withdrawals, and still in the wallet.'],
  ['Index', 'The median of the price sources of a market.'],
  ['Interest', 'What a loan costs, or what a stake earns.'],
  ['Isolated margin', 'A position has its own margin; the rest of the wallet is not affected.'],
  ['Journal', 'The record of every command, each row with the hash of the one before.'],
  ['Leverage', 'Value of a position divided by its margin.'],
  ['Limit order', 'Fills at its price or better.'],
  ['Liquidation', 'Closing a position whose equity is not above its maintenance margin.'],
  ['Liquidation price', 'The index at which equity equals the maintenance margin.'],
  ['Loan', 'Coins lent by credit score, without collateral.'],
  ['Long', 'A position that gains when the price rises.'],
  ['Maintenance margin tiers', 'The rates of maintenance margin by value of the position.'],
  ['Maker', 'The side of a fill whose order was in the order book.'],
  ['Margin', 'What secures a position.'],
  ['Margin level', 'Assets divided by debt of a margin wallet.'],
  ['Margin mode', 'Cross or isolated.'],
  [
    'fact|Mark price',
    'Index plus a bounded average of the order book’s distance from it; used for unrealised PnL and funding.',
  ],
  ['Market order', 'Fills at once at the best prices of the order book, within a bound.'],
  ['Merchant bond', 'What a merchant deposits so that harmed parties of OTC orders can be paid.'],
  ['Network', 'The chain or bank route of a deposit or withdrawal.'],
  ['Odds', 'Profit of a won second contract, as a share of its stake.'],
  ['Open interest', 'Total of all open positions of one side of a market.'],
  ['Open orders', 'Orders that are not yet filled or cancelled.'],
  ['Order book', 'The open limit orders of a market by price.'],
  ['Order form', 'The form that places an order.'],
  ['Passkeys', 'Sign-in by the device’s fingerprint, face or lock.'],
  ['Post only', 'Rejected if it would fill at once.'],
  ['Practice money', 'Play money of the practice mode.'],
  ['Receipt', 'Everything needed to recalculate the result of a second contract.'],
  ['Second contracts', 'Fixed-odds contracts on whether the index ends above or below its opening price.'],
  ['Short', 'A position that gains when the price falls.'],
  ['Spread', 'Distance between the best bid and the best ask.'],
  ['Stake', 'The amount put on a second contract, or lent to the exchange for days.'],
  ['Stop loss', 'A waiting order that closes a position at a loss limit.'],
  ['Swap', 'Exchanging one coin for another at the index price.'],
  ['Take profit', 'A waiting order that closes a position at a profit target.'],
  ['Taker', 'The side of a fill that met an order in the order book.'],
  ['Tick', 'One numbered index price.'],
  ['Transaction history', 'Every balance change with its cause.'],
  ['Transfer', 'Moves coins between the customer’s own wallets.'],
  ['Trigger price', 'The price at which a stop order becomes active.'],
  ['Unrealised PnL', 'Profit or loss of an open position at the mark price.'],
  ['USDT perpetuals', 'Perpetual contracts whose margin and profit are in USDT.'],
  ['Verification', 'Proof of identity, in two stages.'],
  ['Wallet', 'One of the customer’s accounts: spot, contracts, margin, second contracts and so on.'],
  ['Withdrawal', 'A payment out of the exchange.'],
];

/**
 * Words of the code and the docs that no page shows.
 * @type {ReadonlyArray<readonly [word: string, meaning: string]>}
 */
const INSIDE = [
  ['atom', 'The smallest unit of a coin; amounts are integers of atoms.'],
  ['hold', 'The part of a wallet that an order, a position or a withdrawal reserves.'],
  ['lot', 'The smallest amount that a market trades.'],
  ['market maker', 'The operator’s own quotes in a market.'],
  ['operator', 'The company that runs the exchange.'],
  ['posting', 'One movement of atoms between two accounts of the ledger.'],
  ['sequencer', 'The one writer that numbers commands and appends them to the journal.'],
  ['staff', 'The people of the desk: reviewers, treasurers, administrators, auditors.'],
  ['treasury', 'The operator’s money.'],
];

/**
 * Words that pages and docs do not use, and what they say instead.
 * @type {ReadonlyArray<{ readonly word: RegExp, readonly not: string, readonly say: string }>}
 */
export const BANNED = [
  { word: /\bU[ -]contracts?\b/i, not: 'U contracts', say: 'USDT perpetuals' },
  { word: /\bcoin contracts?\b/i, not: 'Coin contracts', say: 'Coin-margined perpetuals' },
  { word: /\bone-key\b/i, not: 'One-key close', say: 'Close all positions' },
  { word: /(?:^|\*\*)Bills(?:$|\*\*)/, not: 'Bills (label)', say: 'Transaction history' },
  { word: /^Quotes$/, not: 'Quotes (label)', say: 'Markets' },
  { word: /^(?:Gave|Got)$/, not: 'Gave, Got', say: 'Paid, Received' },
  { word: /^Worth\b/, not: 'Worth (label)', say: 'Value' },
  { word: /\bstop-?profits?\b/i, not: 'Stop-profit', say: 'Take profit' },
  { word: /\bhouse(?:’s|'s)?\b/i, not: 'house', say: 'operator, treasury or market maker' },
  { word: /\bpersons\b/i, not: 'persons', say: 'people, or staff members' },
  { word: /\bmend(?:s|ed)?\b/i, not: 'mend', say: 'correct' },
  { word: /\bpurses?\b/i, not: 'purse', say: 'wallet' },
  { word: /\bseats?\b/i, not: 'seat', say: 'order account' },
  { word: /\bstood\b/i, not: 'stood', say: 'was' },
  { word: /\b(?:ladder|rooms?)\b/i, not: 'ladder, room', say: 'levels; section or context' },
  { word: /\bsets? aside\b/i, not: 'sets aside', say: 'reserves' },
  { word: /\bnot realised\b/i, not: 'not realised', say: 'unrealised' },
  { word: /\b(?:the )?least (?:order|amount|stake|deposit|withdrawal)\b/i, not: 'least order', say: 'minimum order' },
  { word: /\bgreatest\b/i, not: 'greatest', say: 'maximum, or highest' },
  { word: /\bdid not load\b/i, not: 'did not load', say: 'Couldn’t load …' },
  { word: /\b(?:he|him|his)\b/i, not: 'he', say: 'they, or the customer' },
];

/**
 * Words that names, comments and titles of tests do not use, and what they say instead.
 * @type {ReadonlyArray<{ readonly word: RegExp, readonly not: string, readonly say: string }>}
 */
export const BANNED_IN_CODE = [
  { word: /\btold\b|\btold(?=[A-Z])|Told\b/g, not: 'told', say: 'emitted, reported, shown' },
  { word: /\brooms?\b|[a-z]Room/g, not: 'room', say: 'capacity, context, section' },
  { word: /\bladders?\b|\bladder(?=[A-Z])|Ladders?\b/gi, not: 'ladder', say: 'quotes, levels, steps' },
  { word: /\bpurses?\b|Purses?\b/gi, not: 'purse', say: 'margin wallet, contract wallet' },
  { word: /\bseats?\b|Seats?\b/gi, not: 'seat', say: 'order account' },
];

/**
 * A table of Markdown.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const NAMES = {
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  pt: 'Portuguese',
  ru: 'Russian',
  vi: 'Vietnamese',
  id: 'Indonesian',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese, simplified',
  tw: 'Chinese, traditional',
  th: 'Thai',
  hi: 'Hindi',
  'tl-PH': 'Filipino',
};

/** The text of docs/reference/glossary.md. */
export function glossary() {
  const languages = Object.keys(NAMES);
  const unnamed = LANGUAGES.filter((one) => one !== 'en' && !languages.includes(one));
  if (unnamed.length > 0) throw new Error(`tools/words.mjs has no name for ${unnamed.join(', ')}.`);
  const texts = new Map(languages.map((language) => [language, catalogue(language)]));
  const textOf = (message) => message.split('|').at(-1);
  const translated = (part) =>
    table(
      ['Term', ...part.map((language) => NAMES[language])],
      TERMS.map(([message]) => [
        textOf(message),
        ...part.map((language) => {
          const text = texts.get(language)?.get(message);
          if (!text) throw new Error(`${language} has no text for '${message}'.`);
          return text;
        }),
      ]),
    );
  return `# Glossary

One word for one thing, one thing for one word, in pages, messages, API descriptions and docs. \`npm run glossary\` writes this file
from \`tools/words.mjs\` and the catalogues in \`web/src/locales\`; a test keeps them equal.

## Terms

${table(
  ['Term', 'Meaning'],
  TERMS.map(([message, meaning]) => [textOf(message), meaning]),
)}

## Words of the code

${table(['Word', 'Meaning'], INSIDE)}

## Words that are not used

A test refuses them in the English catalogues, in README and in these docs.

${table(
  ['Not', 'But'],
  BANNED.map(({ not, say }) => [not, say]),
)}

In names, comments and titles of tests it refuses these as well; what is left of them in older files may only become less.

${table(
  ['Not', 'But'],
  BANNED_IN_CODE.map(({ not, say }) => [not, say]),
)}

## In the other languages

${translated(languages.slice(0, 8))}

${translated(languages.slice(8))}
`;
}

if (import.meta.main) writeFileSync(join(root, 'docs/reference/glossary.md'), glossary());
