// §5, §8 deposits on the page: the network before the address, amounts by step and minimum, what a deposit by hand needs.
import { asDecimal, type CoinNetwork, type RechargeCurrency } from '@vitrine/contract';
import { expect, test } from 'vitest';
import {
  amountFault,
  chosenCoin,
  chosenNetwork,
  firstManual,
  manualInput,
  reduceManual,
  stepDecimals,
  summarisePractice,
  usualTime,
  validateManual,
} from '../../src/features/wallet/deposit/deposit-form.ts';
import { bank, chain } from './networks.ts';

const currency = (coin: string, networks: readonly CoinNetwork[]): RechargeCurrency => ({
  coin,
  name: coin,
  networks: [...networks],
});
const both = currency('USDT', [chain(), chain({ network: 'ethereum' })]);

test('the coin asked for stands first, else USDT, else the first', () => {
  const list = [currency('BTC', [chain()]), both];
  expect(chosenCoin(list, 'BTC')?.coin).toBe('BTC');
  expect(chosenCoin(list, undefined)?.coin).toBe('USDT');
  // Another coin's address must not stand in for one that the address of the page names.
  expect(chosenCoin(list, 'NONE')).toBeUndefined();
  expect(chosenCoin([list[0]!], undefined)?.coin).toBe('BTC');
  expect(chosenCoin([], 'BTC')).toBeUndefined();
});

test('of several networks none is chosen by itself: a wrong one costs the money', () => {
  expect(chosenNetwork(both, undefined)).toBeUndefined();
  expect(chosenNetwork(both, 'bitcoin')).toBeUndefined();
  expect(chosenNetwork(both, 'ethereum')?.network).toBe('ethereum');
  expect(chosenNetwork(currency('USD', [bank()]), undefined)?.network).toBe('bank');
});

test('the usual time is its blocks; a bank has none', () => {
  expect(usualTime(chain({ blockTime: 5_000, confirmations: 12 }))).toBe(60_000);
  expect(usualTime(bank())).toBeUndefined();
});

test.each([
  ['nothing', '', { kind: 'amount' }],
  ['no number', '1x', { kind: 'number' }],
  ['zero', '0.00', { kind: 'zero' }],
  ['half a cent', '10.005', { kind: 'step', of: '0.01' }],
  ['too little', '9.99', { kind: 'least', of: '10.00' }],
  ['the least', '10', undefined],
  ['a point at the end', '10.', undefined],
])('§5 an amount by bank: %s', (_name, amount, expected) => {
  expect(amountFault(amount, bank())).toEqual(expected);
});

test('digits of a field follow the step', () => {
  expect([stepDecimals('0.01'), stepDecimals('1.00'), stepDecimals('0.000001'), stepDecimals('10')]).toEqual([
    2, 0, 6, 0,
  ]);
});

test('§5 a deposit by hand needs amount and screenshot, and says which is missing', () => {
  let form = firstManual;
  expect(validateManual(form, bank())).toEqual({ kind: 'amount' });
  form = reduceManual(form, { set: 'amount', text: '500' });
  expect(validateManual(form, bank())).toEqual({ kind: 'photo' });
  form = reduceManual(form, { set: 'photo', event: { do: 'choose', preview: 'blob:1' } });
  expect(validateManual(form, bank())).toEqual({ kind: 'photoSent' });
  form = reduceManual(form, { set: 'photo', event: { do: 'fail', fault: 'size' } });
  expect(validateManual(form, bank())).toEqual({ kind: 'photo' });
  form = reduceManual(form, { set: 'photo', event: { do: 'sent', link: '/api/file/abc' } });
  expect(validateManual(form, bank())).toBeUndefined();
  expect(manualInput(form, 'USD')).toEqual({ coin: 'USD', amount: '500', img: '/api/file/abc' });
  form = reduceManual(form, { set: 'account', text: ` ${'4'.repeat(40)}` });
  expect(manualInput(form, 'USD').address).toBe('4'.repeat(31));
  expect(reduceManual(form, { set: 'first' })).toEqual(firstManual);
});

test('§8 less than the minimum is seen, never credited', () => {
  const network = chain({ min: asDecimal('0.000001'), step: asDecimal('0.00000001') });
  expect(summarisePractice('', network)).toBeUndefined();
  expect(summarisePractice('0.00000099', network)).toEqual({ credited: '0', below: true });
  expect(summarisePractice('0.000001', network)).toEqual({ credited: '0.00000100', below: false });
});
