// How accounts, cards and people are shown (spec §3): enough to tell one's own apart, too little for anybody else.
// A text too short to hide most of itself shows less than the rule's ends.

/** What stands for the hidden part. */
const HIDDEN = '***';
const NOTHING = '--';
/** Characters that stay hidden at least, where both ends are shown. */
const HIDDEN_LEAST = 4;

/** The first `head` and last `tail` characters; of a text too short for that, its end alone, at most a third of it. */
function ends(text: string, head: number, tail: number): string {
  const letters = Array.from(text);
  if (letters.length >= head + tail + HIDDEN_LEAST)
    return `${letters.slice(0, head).join('')}${HIDDEN}${letters.slice(-tail).join('')}`;
  const shown = Math.min(tail, Math.floor(letters.length / 3));
  return `${HIDDEN}${shown === 0 ? '' : letters.slice(-shown).join('')}`;
}

/** A masked e-mail, or '--' when there is none: first 2, last 2. */
export function maskEmail(email: string | null): string {
  return email ? `${email.slice(0, 2)}${HIDDEN}${email.slice(-2)}` : NOTHING;
}

/** A masked phone number, or '--' when there is none: first 3, last 4. */
export function maskPhone(phone: string | null): string {
  return phone ? `${phone.slice(0, 3)}${HIDDEN}${phone.slice(-4)}` : NOTHING;
}

/** The number of a card or bank account: first 4, last 4. */
export function maskCard(number: string): string {
  return ends(number, 4, 4);
}

/** The number of a document: first 2, last 2. */
export function maskIdNumber(number: string): string {
  return ends(number, 2, 2);
}

/** A person's name: its first letter. */
export function maskName(name: string): string {
  const [first = ''] = name;
  return `${first}${HIDDEN}`;
}

/** An account elsewhere, by what it looks like: an e-mail address, a phone number, else first 2, last 2. */
export function maskAccount(account: string): string {
  if (account.includes('@')) return maskEmail(account);
  if (/^\+?[0-9 ()-]{10,24}$/.test(account)) return maskPhone(account.replaceAll(/[ ()-]/g, ''));
  return ends(account, 2, 2);
}

/** A line of an address: its first 2 letters. */
export function maskLine(line: string): string {
  return `${Array.from(line).slice(0, 2).join('')}${HIDDEN}`;
}
