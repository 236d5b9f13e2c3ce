// docs/concepts/money.md §13: every worked example of the page, run by the formula it names.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as formulas from '../../src/formula/index.ts';
import { RULES } from '../../src/rules.ts';

const { exact } = formulas;
const page = readFileSync(new URL('../../../docs/concepts/money.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## 13. Worked examples'));

interface Example {
  readonly rules: number;
  readonly name: string;
  readonly given: readonly string[];
  readonly result: string;
}

const examples: readonly Example[] = section
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [rules = '', name = '', given = '', result = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { rules: Number(rules), name: name.replaceAll('`', ''), given: given.split(', '), result };
  });

/** A number, or a fraction of two. */
function fraction(text: string): formulas.Fraction {
  const [num = '', den = '1'] = text.split('/');
  return exact.over(exact.fraction(BigInt(num)), exact.fraction(BigInt(den)));
}

/** How the page's arguments are given to formulas that take exact fractions or more. */
const wrapped: Readonly<Record<string, (given: readonly string[]) => unknown>> = {
  tickPremium: ([bid = '', ask = '', index = '']) => formulas.tickPremium(fraction(bid), fraction(ask), Number(index)),
  fundingOwed: ([value = '', rate = '', hours = '']) =>
    formulas.fundingOwed(fraction(value), Number(rate), Number(hours)),
  fundingDue: ([value = '', rate = '', hours = '', paid = '', owed = '']) =>
    formulas.fundingDue(fraction(value), Number(rate), Number(hours), Number(paid), Number(owed)),
  lastOfWallet: ([side = '', equity = '', worth = '', perTick = '', rate = '']) =>
    formulas.lastOfWallet(Number(side), BigInt(equity), BigInt(worth), BigInt(perTick), Number(rate)),
  bankruptcyValue: ([balance = '', part = '']) => {
    const value = formulas.bankruptcyValue(fraction(balance), fraction(part));
    return exact.compare(value, exact.fraction(exact.floor(value))) === 0 ? Number(exact.floor(value)) : value;
  },
};

function found({ name, given }: Example): unknown {
  const wrap = wrapped[name];
  if (wrap !== undefined) return wrap(given);
  const formula: unknown = (formulas as Readonly<Record<string, unknown>>)[name];
  if (typeof formula !== 'function') throw new Error(`Expected a formula ${name}.`);
  return (formula as (...args: number[]) => unknown)(...given.map(Number));
}

describe('docs/concepts/money.md §13 worked examples', () => {
  it('are there, of versions that there are', () => {
    expect(examples.length).toBeGreaterThanOrEqual(25);
    for (const { rules } of examples) expect(rules).toBeLessThanOrEqual(RULES.length);
  });

  it.each(examples.map((one) => [`${one.name}(${one.given.join(', ')})`, one] as const))('%s', (_, one) => {
    expect(found(one)).toBe(Number(one.result));
  });
});
