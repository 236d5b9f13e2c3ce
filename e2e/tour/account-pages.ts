// The account's part of the tour: guests at the doors, a customer with nothing, and one with some of everything the wallet
// and the account centre show.

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { hashPassword } from '@vitrine/contract';
import { customerPassword, type Customer, newCustomer } from '../support/customer.ts';
import { setUp } from '../support/desk.ts';
import { type Exchange, startExchange } from '../support/exchange.ts';
import {
  addressOf,
  answered,
  atDesk,
  CHAIN_WAIT,
  depositsOf,
  fundPin,
  fundsCustomer,
  sendWithdrawal,
  setFundPin,
  verify,
  withdrawalsOf,
  withdrawalTo,
} from '../support/funds.ts';
import { freshName } from '../support/visitor.ts';
import type { TourPage } from './pages.ts';

/** How often a deposit or withdrawal is looked at until it is where the picture wants it, ms. */
const LOOK_EVERY = 500;

const center = '/account/center';
const setting = `${center}/security/setting`;
const assets = '/assets/index';

const press = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
};

/** A quote stands under the amount. */
async function quoted(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('You pay').selectOption('USDT');
  await main.getByLabel('You receive').selectOption('BTC');
  await main.getByLabel('Amount', { exact: true }).fill('500');
  await main.getByRole('button', { name: /^Swap 500/ }).waitFor();
}

/** The first two steps of a withdrawal to an address of the book, as far as `step`. */
const withdrawing = (step: 2 | 3) => async (page: Page) => {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /Cold wallet/ }).click();
  await main.getByRole('button', { name: 'Next: the amount' }).click();
  await main.getByLabel('Amount that arrives').fill('40');
  if (step === 3) await main.getByRole('button', { name: 'Next: check it' }).click();
};

/** Whoever has no account yet, or forgot how to get in. */
export const guestPages: readonly TourPage[] = [
  { name: 'home-guest', path: '/home/index' },
  { name: 'login', path: '/user/login' },
  { name: 'register', path: '/user/register' },
  { name: 'reset', path: '/user/reset' },
  { name: 'terms', path: '/user/index?key=termsService' },
  { name: 'lost', path: '/nowhere' },
];

/** A customer of this minute. */
export const freshPages: readonly TourPage[] = [
  { name: 'fresh-wallet', path: assets },
  { name: 'fresh-finance', path: `${assets}?key=finance` },
  { name: 'fresh-agreement', path: `${assets}?key=agreement` },
  { name: 'fresh-deposit', path: `${assets}?key=recharge` },
  { name: 'fresh-withdraw', path: `${assets}?key=withdraw` },
  { name: 'fresh-book', path: `${assets}?key=withdraw&part=book` },
  { name: 'fresh-swap', path: `${assets}?key=swap` },
  { name: 'fresh-orders', path: `${assets}?key=tradeOrder` },
  { name: 'fresh-bills', path: `${assets}?key=records` },
  { name: 'fresh-withdrawals', path: `${assets}?key=records&part=withdrawals` },
  { name: 'fresh-swaps', path: `${assets}?key=records&part=swaps` },
  { name: 'fresh-kyc', path: `${center}/kyc` },
  { name: 'fresh-card', path: `${center}/bank-card` },
  { name: 'fresh-api', path: `${center}/api` },
  { name: 'fresh-security', path: `${center}/security` },
];

export const accountPages: readonly TourPage[] = [
  { name: 'home', path: '/home/index' },
  { name: 'wallet', path: assets },
  {
    name: 'wallet-why',
    path: assets,
    async before(page, phone) {
      const rows = page.getByRole('main').getByRole('region', { name: 'Assets in Spot' });
      if (phone) await rows.getByRole('row', { name: /USDT/ }).getByRole('button').first().click();
      await rows.getByRole('button', { name: 'Why?' }).first().click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'wallet-finance', path: `${assets}?key=finance` },
  { name: 'wallet-agreement', path: `${assets}?key=agreement` },
  { name: 'wallet-deposit', path: `${assets}?key=recharge&coin=USDT` },
  { name: 'wallet-withdraw-1', path: `${assets}?key=withdraw&coin=USDT&network=practice` },
  { name: 'wallet-withdraw-2', path: `${assets}?key=withdraw&coin=USDT&network=practice`, before: withdrawing(2) },
  { name: 'wallet-withdraw-3', path: `${assets}?key=withdraw&coin=USDT&network=practice`, before: withdrawing(3) },
  { name: 'wallet-book', path: `${assets}?key=withdraw&part=book` },
  { name: 'wallet-swap', path: `${assets}?key=swap`, before: quoted },
  { name: 'wallet-transfer', path: `${assets}?key=transfer` },
  { name: 'wallet-orders', path: `${assets}?key=tradeOrder` },
  { name: 'wallet-bills', path: `${assets}?key=records` },
  { name: 'wallet-deposits', path: `${assets}?key=records&part=deposits` },
  { name: 'wallet-withdrawals', path: `${assets}?key=records&part=withdrawals` },
  { name: 'wallet-withdrawal', path: `${assets}?key=records&part=withdrawals`, before: press('Open') },
  { name: 'wallet-swaps', path: `${assets}?key=records&part=swaps` },
  { name: 'wallet-transfers', path: `${assets}?key=records&part=transfers` },
  { name: 'wallet-account', path: '/account/wallet/assets' },
  { name: 'wallet-account-bills', path: '/account/wallet/bills' },
  { name: 'account-info', path: `${center}/info` },
  { name: 'account-security', path: `${center}/security` },
  { name: 'account-kyc', path: `${center}/kyc` },
  { name: 'account-devices', path: `${center}/device-management` },
  { name: 'account-card', path: `${center}/bank-card` },
  { name: 'account-api', path: `${center}/api` },
  ...['phone', 'email', 'google', 'login-pwd', 'trade-pwd', 'anti-code', 'passkey'].map((name) => ({
    name: `account-${name}`,
    path: `${setting}/${name}`,
  })),
  {
    name: 'account-settings',
    path: `${center}/info`,
    async before(page) {
      await page.getByRole('contentinfo').getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'orders-spot', path: '/account/entrust/spot' },
];

async function until(done: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + CHAIN_WAIT;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`expected it within ${CHAIN_WAIT} ms`);
    await new Promise((go) => setTimeout(go, LOOK_EVERY));
  }
}

async function swap(customer: Customer, from: string, to: string, amount: string): Promise<void> {
  const { least } = await answered<{ least: string }>(customer, '/api/userCoin/swapQuote', { from, to, amount });
  const { id } = await answered<{ id: string }>(customer, '/api/userCoin/swap', { from, to, amount, least });
  await until(async () => {
    const { records } = await answered<{ records: { id: string; state: string }[] }>(
      customer,
      '/api/userCoin/swapList',
      {},
    );
    return records.some((one) => one.id === id && one.state === 'done');
  });
}

/** A call that may want to know once more who asks. */
async function proven(customer: Customer, path: string, data: object): Promise<void> {
  const { code } = await customer.call(path, data);
  if (code === 200) return;
  await answered(customer, '/api/user/stepUp', {
    method: 'password',
    password: hashPassword(customerPassword),
  });
  await answered(customer, path, data);
}

/** Deposits, a withdrawal that arrived and one under review, swaps, transfers, addresses, a card, keys and orders. */
async function furnish(page: Page, exchange: Exchange, desk: BrowserContext): Promise<Customer> {
  const { url, deskUrl } = exchange;
  const customer = await fundsCustomer(page, url);
  const person = await desk.newPage();
  await setUp(person, exchange.clock, exchange.setupLink(), 'Ada Brook');
  await setFundPin(customer);
  await verify(customer, 1, { url: deskUrl, clock: exchange.clock, first: person });
  await atDesk(person, deskUrl, 'reviewer/set', { on: false });

  const other = await desk.newPage();
  await fundsCustomer(other, url);
  const theirs = await addressOf(other, url);
  // Before money comes in and the address is written down: so the first one goes by the rules.
  for (const [amount, stage] of [
    ['50', 'confirmed'],
    ['150', 'review'],
  ] as const) {
    await withdrawalTo(page, url, theirs, amount);
    await sendWithdrawal(page, fundPin);
    await until(async () => (await withdrawalsOf(customer))[0]?.stage === stage);
  }

  const address = await addressOf(page, url);
  for (const amount of ['250', '734.56'])
    await answered(customer, '/api/practice/send', { coin: 'USDT', address, amount });
  await until(async () => (await depositsOf(customer)).filter(({ stage }) => stage === 'credited').length === 2);
  await swap(customer, 'USDT', 'BTC', '500');
  await swap(customer, 'BTC', 'ETH', '0.002');
  for (const [to, coin, amount] of [
    ['2', 'USDT', '1200'],
    ['3', 'BTC', '0.02'],
    ['4', 'USDT', '800'],
    ['6', 'USDT', '300'],
  ] as const)
    await answered(customer, '/api/userCoin/transfer', { from: '1', to, coin, amount });
  await answered(customer, '/api/currency/order/submit', {
    ...{ symbol: 'BTC_USDT', type: 1, direction: 1, price: '50000', quantity: '0.01' },
  });

  for (const [label, coin] of [
    ['Cold wallet', 'USDT'],
    ['A friend with a rather long name', 'BTC'],
  ] as const)
    await proven(customer, '/api/v1/coin/assets/address/save', {
      coin,
      network: 'practice',
      address: theirs,
      label,
    });
  await proven(customer, '/api/userBank/save', {
    name: 'Marion Albers',
    idNumber: 'C01X00T47',
    cardNumber: 'DE89370400440532013000',
    bankName: 'Sparkasse am Niederrhein',
    bankCode: 'WELADED1',
  });
  for (const [name, rights, ips] of [
    ['Reporting', ['r'], []],
    ['Desk at home', ['r', 't'], ['192.0.2.17', '2001:db8::/32']],
  ] as const)
    await proven(customer, '/api/v1/coin/member/api', { name, rights, ips });

  return customer;
}

/** Saves pictures of these pages as the person of `page` sees them. */
type Show = (page: Page, url: string, pages: readonly TourPage[]) => Promise<void>;

/**
 * Shows the pages before anybody is signed in, those of a customer with nothing, and those of one with everything; on an
 * exchange of its own, whose desk nobody has set up.
 */
export async function accountTour(browser: Browser, show: Show): Promise<void> {
  const exchange = await startExchange({ settings: { VITRINE_PRACTICE_BLOCK: '500' } });
  try {
    const context = () => browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Hong_Kong' });
    const [guest, fresh, customer, desk] = [await context(), await context(), await context(), await context()];
    await show(await guest.newPage(), exchange.url, guestPages);
    const first = await fresh.newPage();
    await newCustomer(first.request, exchange.url, freshName());
    await first.addInitScript(() => localStorage.setItem('vitrine:isLogin', '1'));
    await show(first, exchange.url, freshPages);
    const page = await customer.newPage();
    await furnish(page, exchange, desk);
    await show(page, exchange.url, accountPages);
    for (const one of [guest, fresh, customer, desk]) await one.close();
  } finally {
    await exchange.dispose();
  }
}
