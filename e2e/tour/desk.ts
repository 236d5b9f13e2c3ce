// The desk's part of the tour: two people, something in every queue, and every page of theirs.

import { type Browser, expect, type Page } from '@playwright/test';
import { hashPassword } from '@vitrine/contract';
import { type Customer, newCustomer, sendStageOne, sendStageTwo } from '../support/customer.ts';
import { setUp } from '../support/desk.ts';
import type { Exchange } from '../support/exchange.ts';
import {
  addressOf,
  answered,
  atDesk,
  CHAIN_WAIT,
  fundsCustomer,
  sendWithdrawal,
  setFundPin,
  verify,
  withdrawalTo,
} from '../support/funds.ts';
import { documentPhotos, pngPicture } from '../support/pictures.ts';
import type { TourPage } from './pages.ts';

/** Saves pictures of these pages as the person of `page` sees them. */
export type Show = (page: Page, url: string, pages: readonly TourPage[]) => Promise<void>;

/** A case's pictures come after its facts. */
const PICTURES_WITHIN = 1_500;

const decision = (page: Page) => page.getByRole('complementary', { name: 'Decision' });

async function first(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Cases in this queue' }).getByRole('link').first().click();
  await decision(page).getByRole('heading').first().waitFor();
  await page.waitForTimeout(PICTURES_WITHIN);
}

/** Opens the first case, and begins a step of its decision. */
const deciding = (name: RegExp) => async (page: Page) => {
  await first(page);
  await decision(page).getByRole('button', { name }).click();
};

const pressing = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
};

/** Shows the pages before anybody is signed in, furnishes a desk, and shows what two people see of it. */
export async function deskTour(browser: Browser, exchange: Exchange, show: Show): Promise<void> {
  const { url, deskUrl, clock } = exchange;
  const session = async (): Promise<Page> =>
    (await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Hong_Kong' })).newPage();
  const [ada, grace, guest] = [await session(), await session(), await session()];
  const link = exchange.setupLink();
  await show(guest, deskUrl, [
    { name: 'desk-sign-in', path: '/login?ended=1' },
    { name: 'desk-set-up', path: link.slice(deskUrl.length) },
  ]);
  const { next } = await setUp(ada, clock, link, 'Ada Brook');
  await setUp(grace, clock, next ?? '', 'Grace Moss');
  await atDesk(ada, deskUrl, 'reviewer/set', { on: false });
  await show(ada, deskUrl, [{ name: 'desk-empty', path: '/deposits' }]);

  const payer = await session();
  const customer = await fundsCustomer(payer, url);
  await setFundPin(customer);
  for (const stage of [1, 2] as const)
    await verify(customer, stage, { url: deskUrl, clock, first: ada, second: grace });
  for (const amount of ['4000', '1250.5']) await payIn(customer, amount);
  for (const amount of ['600', '200']) {
    const other = await session();
    await fundsCustomer(other, url);
    const address = await addressOf(other, url);
    await expect(() => withdrawalTo(payer, url, address, amount)).toPass({ timeout: CHAIN_WAIT });
    await sendWithdrawal(payer);
    await payer.getByRole('heading', { name: 'Your withdrawal is on its way' }).waitFor();
    await other.context().close();
  }
  const register = async (name: string): Promise<Customer> => newCustomer((await session()).request, url, name);
  for (const no of ['C01X00T47', 'C01X00T48', 'C01X00T49'])
    await sendStageOne(await register(`tour${no.toLowerCase()}`), no);
  const second = await register('tourpictures');
  await verify(second, 1, { url: deskUrl, clock, first: ada, second: grace });
  await sendStageTwo(second, await documentPhotos(5));
  const lost = await register('tourlost');
  const pin = hashPassword('904217');
  await answered(lost, '/api/user/tardPwdSet', { pwd: pin, confirmPwd: pin });
  await answered(lost, '/api/user/fundCase', { act: 'open' });
  await atDesk(grace, deskUrl, 'customers/freeze', { id: lost.id, reason: 'Somebody else has the phone' });
  await atDesk(grace, deskUrl, 'customers/unfreeze', { id: lost.id, reason: 'The phone is back' });
  const invited = { name: 'Linus Park', roles: ['reviewer'], reason: 'More hands for verification' };
  await atDesk(grace, deskUrl, 'people/invite', invited);
  await atDesk(grace, deskUrl, 'treasury/halt', { coin: 'USDT', network: 'practice', reason: 'Node is looked at' });

  await show(ada, deskUrl, deskPages(customer, lost));
}

/** Money paid in at a bank, reported with its screenshot. */
async function payIn(customer: Customer, amount: string): Promise<void> {
  const img = await customer.upload(await pngPicture(amount.length), 'recharge');
  await answered(customer, '/api/userCoin/recharge', {
    coin: 'USD',
    amount,
    img,
    address: 'DE89 3704 0044 0532 0130 00',
  });
}

function deskPages(customer: Customer, frozen: Customer): readonly TourPage[] {
  return [
    { name: 'desk-verification-list', path: '/verification/1' },
    { name: 'desk-verification-1', path: '/verification/1', before: first },
    { name: 'desk-verification-1-refusing', path: '/verification/1', before: deciding(/^Reject/) },
    { name: 'desk-verification-2', path: '/verification/2', before: first },
    { name: 'desk-verification-2-passing', path: '/verification/2', before: deciding(/^Approve/) },
    { name: 'desk-verification-past', path: '/verification/2?state=2', before: first },
    { name: 'desk-deposits', path: '/deposits', before: first },
    { name: 'desk-deposits-crediting', path: '/deposits', before: deciding(/^Credit/) },
    { name: 'desk-withdrawals', path: '/withdrawals', before: first },
    { name: 'desk-withdrawals-approving', path: '/withdrawals', before: deciding(/^Approve/) },
    { name: 'desk-withdrawals-refusing', path: '/withdrawals', before: deciding(/^Reject/) },
    { name: 'desk-treasury', path: '/treasury' },
    { name: 'desk-fund-passwords', path: '/fund-passwords', before: first },
    { name: 'desk-proposals', path: '/proposals', before: first },
    { name: 'desk-proposals-approving', path: '/proposals', before: deciding(/^Approve/) },
    { name: 'desk-proposals-past', path: '/proposals?state=past', before: first },
    { name: 'desk-customers', path: '/customers' },
    { name: 'desk-customer', path: `/customers/${customer.id}` },
    { name: 'desk-customer-frozen', path: `/customers/${frozen.id}` },
    { name: 'desk-people', path: '/people' },
    { name: 'desk-people-inviting', path: '/people', before: pressing('Invite a person') },
    { name: 'desk-audit', path: '/audit' },
    { name: 'desk-keys', path: '/verification/1', before: pressing('Keyboard shortcuts') },
    { name: 'desk-nowhere', path: '/nowhere' },
  ];
}
