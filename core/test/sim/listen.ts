// The simulator's auditor beside a story of the tests' own worlds: what it finds when it believes in a rule that does not hold yet.

import { expect, it, vi } from 'vitest';
import { Books } from '../../sim/auditor/books.ts';
import { Breach } from '../../sim/finding.ts';
import { Auditor as KitAuditor } from '../kit/audit.ts';
import { usual } from '../kit/genesis.ts';

interface Listener {
  readonly books: Books;
  /** Takes it out again. */
  readonly end: () => void;
}

/** The simulator's auditor follows every world that is made from now on; once the version before `believed` holds, it checks `believed`. */
function listen(believed: number): Listener {
  const books = new Books();
  const { auditor } = books;
  const { safety, first, second, third } = usual;
  auditor.people.shares = { safety, generations: [first, second, third] };
  const { fold } = KitAuditor.prototype;
  const spy = vi.spyOn(KitAuditor.prototype, 'fold').mockImplementation(function (this: KitAuditor, words, time) {
    auditor.fold(words, time);
    if (auditor.rules === believed - 1) auditor.rules = believed;
    fold.call(this, words, time);
  });
  return { books, end: () => spy.mockRestore() };
}

/** What the auditor finds in a story, undefined: nothing. */
export function found(believed: number, story: (books: Books) => void): string | undefined {
  const { books, end } = listen(believed);
  try {
    story(books);
    return undefined;
  } catch (error) {
    if (error instanceof Breach) return error.message;
    throw error;
  } finally {
    end();
  }
}

/** A bug that the rules before planted: what it is, the version that mends it, a story under given rules, what is found. */
export type Planted = readonly [
  what: string,
  rule: number,
  story: (rules: number, books: Books) => void,
  finding: RegExp,
];

/** Each bug is found in its story under the rules before, and nothing under its own. */
export function itFinds(planted: readonly Planted[]): void {
  it.each(planted)('%s', (_, rule, story, finding) => {
    expect(found(rule, (books) => story(rule - 1, books))).toMatch(finding);
    expect(
      found(rule, (books) => story(rule, books)),
      'and none where the rule holds',
    ).toBeUndefined();
  });
}
