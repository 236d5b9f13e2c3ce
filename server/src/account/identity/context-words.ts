// Passwords that are obvious guesses here: the exchange's name and trading terms with the usual endings.

/** The words; docs/operate/security.md lists them. */
const WORDS = [
  'vitrine',
  'v1tr1ne',
  'vitr1ne',
  'exchange',
  'bitcoin',
  'ethereum',
  'satoshi',
  'crypto',
  'trading',
  'trader',
  'wallet',
  'account',
] as const;
const YEARS = Array.from({ length: 21 }, (_, at) => String(2015 + at));
const ENDINGS = ['', '1', '01', '007', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '@1', '@123', '#1'];

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Each word in lower case, capitalised and in upper case; with each ending and with the years. */
export function contextPasswords(): readonly string[] {
  return WORDS.flatMap((word) => [word, capital(word), word.toUpperCase()]).flatMap((word) =>
    [...ENDINGS, ...YEARS, ...YEARS.map((year) => `@${year}`), ...YEARS.map((year) => `${year}!`)].map(
      (ending) => `${word}${ending}`,
    ),
  );
}
