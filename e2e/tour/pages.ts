// The pages of the tour, and what is opened on each before its picture.

import type { Page } from '@playwright/test';

export interface TourPage {
  /** Begins the name of its pictures. */
  readonly name: string;
  readonly path: string;
  /** Opens what the picture is to show. */
  readonly before?: (page: Page, phone: boolean) => Promise<void>;
  /** A second contract is ordered first. */
  readonly running?: boolean;
}

/** On the phone the ticket is a sheet. */
async function ticket(page: Page, phone: boolean): Promise<void> {
  if (phone) await page.getByRole('button', { name: 'Buy', exact: true }).last().click();
  await page.getByRole('form', { name: 'Order form' }).last().waitFor();
}

const button = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
};

const spoken = (on: boolean) => async (page: Page) => {
  const { name, shown } = on
    ? { name: 'Show the terminal as text', shown: 'Show the terminal' }
    : { name: 'Show the terminal', shown: 'Show the terminal as text' };
  const way = page.getByRole('button', { name, exact: true });
  await way.focus();
  await way.press('Enter');
  await page.getByRole('button', { name: shown, exact: true }).waitFor();
};

/** What else is done with the first position of the list. */
const ofPosition = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await page.getByRole('dialog').last().waitFor();
};

const contract = '/exchange/index?symbol=BTC_USDT&type=u';

/** The simpler trade pages, the full screen of a contract, and what opens over a position. */
const further: readonly TourPage[] = [
  { name: 'trade-spot', path: '/trade/index?type=spot&symbol=btc' },
  { name: 'trade-u', path: '/trade/index?type=usta&symbol=btc' },
  { name: 'contract-u-full', path: '/exchange/full-contract/BTC_USDT' },
  { name: 'orders-spot', path: '/account/entrust/spot' },
  { name: 'contract-u-closed', path: contract, before: button('Show closed positions') },
  { name: 'contract-u-one-key', path: contract, before: button('Close all positions') },
  { name: 'contract-u-what-if', path: contract, before: ofPosition('What if?') },
  { name: 'contract-u-share', path: contract, before: ofPosition('Share') },
];

export const pages: readonly TourPage[] = [
  ...further,
  { name: 'spot', path: '/exchange/index?symbol=BTC_USDT' },
  { name: 'spot-ticket', path: '/exchange/index?symbol=BTC_USDT', before: ticket },
  { name: 'spot-full', path: '/exchange/full-screen/BTC_USDT' },
  { name: 'contract-u', path: '/exchange/index?symbol=BTC_USDT&type=u' },
  { name: 'contract-u-ticket', path: '/exchange/index?symbol=BTC_USDT&type=u', before: ticket },
  { name: 'contract-coin', path: '/exchange/index?symbol=BTC_USDT&type=coin' },
  { name: 'seconds', path: '/trade/index?type=sec&symbol=btc', running: true },
  {
    name: 'seconds-receipt',
    path: '/trade/index?type=sec&symbol=btc',
    async before(page) {
      const receipt = page.getByRole('button', { name: 'Receipt', exact: true }).first();
      if (await receipt.isVisible()) await receipt.click();
    },
  },
  { name: 'margin-cross', path: '/account/entrust/margin-all' },
  { name: 'margin-borrow', path: '/account/entrust/margin-all', before: button('Borrow') },
  { name: 'margin-isolated', path: '/account/entrust/margin-fixed?symbol=BTC_USDT' },
  { name: 'orders-u', path: '/account/entrust/future/u' },
  { name: 'orders-coin', path: '/account/entrust/future/coin' },
  { name: 'staking', path: '/pledge/index' },
  { name: 'staking-add', path: '/pledge/add?id=2' },
  { name: 'staking-mine', path: '/pledge/order' },
  { name: 'finance', path: '/finance/investment' },
  { name: 'finance-detail', path: '/finance/detail?id=7' },
  { name: 'rules', path: '/rule/index' },
  { name: 'rates', path: '/rate/index' },
  { name: 'help', path: '/article/main/index' },
  {
    name: 'palette',
    path: '/exchange/index?symbol=BTC_USDT',
    async before(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'What would you like to do?' }).fill('btc 0.1 110000');
    },
  },
  {
    name: 'alerts',
    path: '/exchange/index?symbol=BTC_USDT',
    async before(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'What would you like to do?' }).fill('btc 130000 alert');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Set alert' }).waitFor();
    },
  },
  { name: 'spoken', path: '/exchange/index?symbol=BTC_USDT', before: spoken(true) },
  // Last: leaves the terminal in words again, for the next width.
  { name: 'spoken-left', path: '/exchange/index?symbol=BTC_USDT&type=u', before: spoken(false) },
];
