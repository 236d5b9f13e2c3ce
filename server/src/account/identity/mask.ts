// Masks accounts, cards and names (spec §3): enough to recognise one's own, too little for anybody else. A text too
// short to hide most of it shows less than the rule's ends.

/** Replacement of the hidden part. */
const HIDDEN = '***';
const NOTHING = '--';
/** Minimum hidden characters if both ends are shown. */
const HIDDEN_LEAST = 4;

/** The first `head` and last `tail` characters; for a shorter text only its end, at most a third of it. */
function ends(text: string, head: number, tail: number): string {
  const letters = Array.from(text);
  if (letters.length >= head + tail + HIDDEN_LEAST)
    return `${letters.slice(0, head).join('')}${HIDDEN}${letters.slice(-tail).join('')}`;
  const shown = Math.min(tail, Math.floor(letters.length / 3));
  return `${HIDDEN}${shown === 0 ? '' : letters.slice(-shown).join('')}`;
}

/** A masked e-mail address, or '--' if there is none: first 2, last 2. */
export function maskEmail(email: string | null): string {
  return email ? `${email.slice(0, 2)}${HIDDEN}${email.slice(-2)}` : NOTHING;
}

/** A masked phone number, or '--' if there is none: first 3, last 4. */
export function maskPhone(phone: string | null): string {
  return phone ? `${phone.slice(0, 3)}${HIDDEN}${phone.slice(-4)}` : NOTHING;
}

/** A masked card or bank account number: first 4, last 4. */
export function maskCard(number: string): string {
  return ends(number, 4, 4);
}

/** A masked document number: first 2, last 2. */
export function maskIdNumber(number: string): string {
  return ends(number, 2, 2);
}

/** A masked name: its first letter. */
export function maskName(name: string): string {
  const [first = ''] = name;
  return `${first}${HIDDEN}`;
}

/** A masked external account, by its form: e-mail address, phone number, else first 2, last 2. */
export function maskAccount(account: string): string {
  if (account.includes('@')) return maskEmail(account);
  if (/^\+?[0-9 ()-]{10,24}$/.test(account)) return maskPhone(account.replaceAll(/[ ()-]/g, ''));
  return ends(account, 2, 2);
}

/** A masked line of a postal address: its first 2 letters. */
export function maskLine(line: string): string {
  return `${Array.from(line).slice(0, 2).join('')}${HIDDEN}`;
}
