// Passwords that are refused (§5 validation, issue §5): the commonest, and those that suggest themselves here.

import { hashPassword } from '@vitrine/contract';
import { expect, it } from 'vitest';
import { contextPasswords } from '../../../src/account/identity/context-words.ts';
import { clientHash, isCommon, matches, PASSWORDS_AT_ONCE, seal } from '../../../src/account/identity/index.ts';

it.each(['password1', '123456', 'qwerty123', 'iloveyou'])(
  'the common password %s is known by its hash alone',
  (word) => {
    expect(isCommon(hashPassword(word))).toBe(true);
  },
);

it.each(['vitrine1', 'Vitrine123', 'VITRINE2026', 'Bitcoin@2026', 'satoshi1!', 'v1tr1ne'])(
  'what suggests itself here is refused: %s',
  (word) => {
    expect(isCommon(hashPassword(word))).toBe(true);
  },
);

it('other passwords pass, words of ours among others too', () => {
  for (const word of ['Glass-and-ink7', 'vitrine of 9 herons', 'x9!vitrine'])
    expect(isCommon(hashPassword(word))).toBe(false);
  expect(new Set(contextPasswords()).size).toBe(contextPasswords().length);
});

it('a password is checked exactly as it was sent: every letter and case counts, none is cut off', async () => {
  const password = 'Glass-and-ink7-and-x';
  const kept = await seal(clientHash(password), 'ann');
  expect(await matches(kept, clientHash(password), 'ann')).toBe(true);
  for (const other of [password.toLowerCase(), password.slice(0, -1), `${password} `, ` ${password}`])
    expect(await matches(kept, clientHash(other), 'ann')).toBe(false);
});

it('what is kept is Argon2id with a salt of its own', async () => {
  const [one, other] = await Promise.all([seal(clientHash('a'), 'ann'), seal(clientHash('a'), 'ben')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

it('who guesses without end waits alone: another owner’s password is checked before all but the first of theirs', async () => {
  const kept = await seal(clientHash('a'), 'ben');
  const order: string[] = [];
  const check = async (owner: string, word: string) => {
    const fits = await matches(kept, clientHash(word), owner);
    order.push(owner);
    return fits;
  };
  const guesses = Array.from({ length: 12 + 4 * PASSWORDS_AT_ONCE }, (_, at) => check('thief', `guess ${at}`));
  const own = check('ben', 'a');
  expect(await Promise.all(guesses)).not.toContain(true);
  expect(await own).toBe(true);
  expect(order.indexOf('ben')).toBeLessThanOrEqual(PASSWORDS_AT_ONCE);
});
