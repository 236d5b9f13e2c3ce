// The line cut before, during and after the writes that `line-cut.spec.ts` leaves (issue 16, done-when 2). Each write of the
// page is either sent by one of the mechanisms below, or has no form:
// - `settle` in a form (`useWrite`): second contracts, contract orders, leverage, margin of a position, stops, closing all,
//   borrowing, repaying, margin leverage, swaps, payments of the practice chain; in `wallet.spec.ts` withdrawals. Margin
//   orders share the spot ticket, cancelled stops the dialog of stops, deposits by hand the form of the practice chain.
// - `settle` beside a form (`settleAloud`, notices): cancelling one or all, lines on the chart, quick close, transfers
//   (`line-cut.spec.ts`); practice money below.
// - by a form without a line of its own (`useSend`; a notice says that it is asked for): alerts and forms of the account
//   centre stand for all others, whose keys SQL keeps.
// - without a key: favourites and the cancelling of one's orders when one is gone, which are states that are read back.

import type { Page } from '@playwright/test';
import { newTrader, type Trader } from '../../support/contracts.ts';
import { cutAt, type Phase, PHASES } from '../../support/line.ts';
import { act, choice, field, keep, menuItem, notice, openDialog, submit, tab } from '../../support/parts.ts';
import { type Own, signedIn } from '../../support/signed-in.ts';
import { closeNotices, meant, positionOf, sendOrder, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';
import { enter } from '../../support/visitor.ts';

test.use({ planted: true });

const unknown = (page: Page) => page.getByTestId('unknown');
const refused = (page: Page) => page.getByTestId('refused');
/** The notice that a write is asked for. */
const asked = (page: Page) => page.getByTestId('notices').locator('[data-state="unknown"]');
const numbers = [11, 12, 13] as const;
/**
 * All phases in `npm run test:deep`; in `npm test` the one in which the write is done and its answer lost. The mechanisms are
 * those of `line-cut.spec.ts`, which has each phase in both.
 */
const phases: readonly Phase[] = process.env['VITRINE_JOURNEYS'] === 'gate' ? ['during'] : PHASES;

interface Write {
  readonly name: string;
  /** How its path ends. */
  readonly path: string;
  /** Opens its form anew and fills it in; a number of its own each time. Gives what sends it. */
  fill(number: number): Promise<() => Promise<void>>;
  /** What it changes, as the exchange has it, asked beside the page. */
  state(): Promise<unknown>;
}

/** Cuts the line around a write of a form. */
async function cutAround(page: Page, { name, path, fill, state }: Write): Promise<void> {
  for (const [at, phase] of phases.entries())
    await test.step(`${name}, cut ${phase} it`, async () => {
      const send = await fill(numbers[at] ?? 0);
      const before = JSON.stringify(await state());
      const cut = await cutAt(page, path, phase);
      await send();
      if (phase !== 'after') {
        await expect(unknown(page)).toBeVisible();
        await expect(refused(page)).toHaveCount(0);
      }
      await cut.over();
      await expect(unknown(page)).toHaveCount(0);
      if (phase === 'before') {
        await expect(refused(page)).toHaveAttribute('data-state', 'none');
        expect(JSON.stringify(await state())).toBe(before);
      } else {
        await expect.poll(async () => JSON.stringify(await state())).not.toBe(before);
        await expect(refused(page)).toHaveCount(0);
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      expect(cut.sent()).toBe(1);
    });
}

const available = async (own: Own, type: string, coin: string): Promise<string | undefined> =>
  ((await own.ask('/api/v1/coin/assets/getCurrencyAccount', { type })) as { coin: string; available: string }[]).find(
    (one) => one.coin === coin,
  )?.available;

test('second contracts @desktop', async ({ page, exchange }) => {
  const own = await signedIn(page, exchange.url, [{ to: '6', coin: 'USDT', amount: '1000' }]);
  await cutAround(page, {
    name: 'a second contract',
    path: '/createSecondContractOrder',
    async fill() {
      await page.goto(`${exchange.url}/trade/index?type=sec&symbol=btc`);
      const ticket = page.getByTestId('second-ticket');
      await choice(ticket, '300').click();
      await field(ticket, 'stake').fill('10');
      const up = ticket.getByTestId('up');
      await expect(up).toBeEnabled();
      return () => up.click();
    },
    async state() {
      const list = await own.ask('/api/secondContractOrder/selectOrderList', { current: 1, size: 100 });
      return (list as { records: readonly object[] }).records.length;
    },
  });
});

const position = async (trader: Trader) => (await trader.positions('u'))[0];

test('contracts: an order, leverage, margin, a stop, closing all @desktop', async ({ page, exchange }) => {
  const trader = await newTrader(page, exchange.url);
  const open = () =>
    trader.open({ symbol: 'BTC_USDT', contractType: 'u', direction: 1, quantity: '0.01', leverage: 20 });
  await open();
  await page.goto(`${exchange.url}/exchange/index?type=u&symbol=BTC_USDT`);
  await stands(page);
  const dialog = page.getByRole('dialog');
  const terminal = async (): Promise<void> => {
    if (await dialog.isVisible()) await keep(page).click();
    await closeNotices(page);
    await positionOf(page, 'BTC/USDT').waitFor();
  };
  const sent = async (): Promise<() => Promise<void>> => {
    await expect(act(page)).toBeEnabled();
    return () => act(page).click();
  };
  await cutAround(page, {
    name: 'an order',
    path: '/api/contract/order/submit',
    async fill() {
      await terminal();
      const ticket = ticketIn(page);
      await tab(ticket, 'market').click();
      await field(ticket, 'amount').fill('0.01');
      const button = submit(ticket).and(page.locator('[data-side="open-long"]'));
      await expect(button).toBeEnabled();
      return () => sendOrder(page, button);
    },
    state: async () => (await position(trader))?.openInterest,
  });
  await cutAround(page, {
    name: 'leverage',
    path: '/contract/updateLeverageRadio',
    async fill(number) {
      await terminal();
      await openDialog(page, ticketIn(page).getByTestId('leverage'));
      await dialog.getByRole('textbox').fill(String(number));
      return await sent();
    },
    state: async () => (await position(trader))?.margin,
  });
  await cutAround(page, {
    name: 'margin of a position',
    path: '/contract/position/adjustAmount',
    async fill(number) {
      await terminal();
      await positionOf(page, 'BTC/USDT').getByTestId('more').click();
      await menuItem(page, 'margin').click();
      await field(dialog, 'amount').fill(String(number));
      return await sent();
    },
    state: async () => (await position(trader))?.margin,
  });
  await cutAround(page, {
    name: 'a stop',
    path: '/contract/loss/sett',
    async fill(number) {
      await terminal();
      await openDialog(page, positionOf(page, 'BTC/USDT').getByTestId('stops'));
      await field(dialog, 'loss-percent').fill(String(number));
      await expect(field(dialog, 'loss-price')).not.toHaveValue('');
      return await sent();
    },
    state: async () => (await position(trader))?.stopLossPrice,
  });
  await cutAround(page, {
    name: 'closing all',
    path: '/contract/close/onekey',
    async fill() {
      if ((await trader.positions('u')).length === 0) await open();
      await terminal();
      await openDialog(page, page.getByTestId('close-all'));
      return await sent();
    },
    state: async () => (await trader.positions('u')).length,
  });
});

test('margin: borrowing, repaying, leverage, a transfer @desktop', async ({ page, exchange }) => {
  const own = await signedIn(page, exchange.url, [
    { to: '4', coin: 'USDT', amount: '1000' },
    { to: '5', coin: 'USDT', amount: '1000', symbol: 'BTC_USDT' },
  ]);
  const get = async (path: string): Promise<unknown> =>
    ((await (await page.request.get(`${exchange.url}/api/v1/coin/wallet${path}`)).json()) as { data: unknown }).data;
  const owed = async () =>
    ((await get('/all/marginProperty')) as { list: { coin: string; borrowed: string }[] }).list.find(
      ({ coin }) => coin === 'USDT',
    )?.borrowed;
  await page.goto(`${exchange.url}/account/entrust/margin-all`);
  const dialog = page.getByRole('dialog');
  const withAmount = (button: string) => async (amount: number) => {
    if (await dialog.isVisible()) await keep(page).click();
    await openDialog(page, page.getByTestId(button).first());
    await field(dialog, 'amount').fill(String(amount));
    await expect(act(page)).toBeEnabled();
    return () => act(page).click();
  };
  await cutAround(page, {
    name: 'borrowing',
    path: '/wallet/all/borrow',
    fill: (number) => withAmount('borrow')(number * 10),
    state: owed,
  });
  await cutAround(page, { name: 'repaying', path: '/wallet/still/all', fill: withAmount('repay'), state: owed });
  await cutAround(page, {
    name: 'a transfer',
    path: '/api/userCoin/transfer',
    fill: withAmount('transfer'),
    state: () => available(own, '1', 'USDT'),
  });
  await cutAround(page, {
    name: 'margin leverage',
    path: '/wallet/fixed/updateLeverageRadio',
    async fill() {
      await page.goto(`${exchange.url}/account/entrust/margin-fixed`);
      await field(page, 'margin-market').selectOption('BTC_USDT');
      await openDialog(page, page.getByTestId('leverage'));
      const other = dialog.getByRole('radio', { checked: false }).first();
      await other.focus();
      await other.press('Space');
      await expect(act(page)).toBeEnabled();
      return () => act(page).click();
    },
    state: async () => ((await get('/fixed/marginProperty/BTC_USDT')) as { leverageRadio: number }).leverageRadio,
  });
});

test('the wallet: a swap, a payment on the practice chain, practice money @desktop', async ({ page, exchange }) => {
  const own = await signedIn(page, exchange.url);
  const main = page.getByRole('main');
  await cutAround(page, {
    name: 'a swap',
    path: '/api/userCoin/swap',
    async fill(number) {
      await page.goto(`${exchange.url}/assets/index?key=swap`);
      await field(main, 'from').selectOption('USDT');
      await field(main, 'to').selectOption('BTC');
      await field(main, 'amount').fill(String(number));
      const swap = page.getByTestId('swap');
      await expect(swap).toContainText(String(number));
      await expect(swap).toBeEnabled();
      return () => swap.click();
    },
    state: () => available(own, '1', 'USDT'),
  });
  await cutAround(page, {
    name: 'a payment on the practice chain',
    path: '/api/practice/send',
    async fill(number) {
      await page.goto(`${exchange.url}/assets/index?key=recharge&coin=USDT`);
      const form = page.locator('form').filter({ has: page.locator('#practice-why') });
      await field(form, 'amount').fill(String(number));
      await expect(submit(form)).toBeEnabled();
      return () => submit(form).click();
    },
    async state() {
      const { records } = (await own.ask('/api/v1/coin/assets/getRechargeLog')) as { records: { amount: string }[] };
      return records.map(({ amount }) => Number(amount));
    },
  });

  const { records } = (await own.ask('/api/v1/coin/assets/getRechargeLog')) as { records: object[] };
  expect(records).toHaveLength(phases.filter((phase) => phase !== 'before').length);

  // Once a day: the answer of the second phase is the last.
  await page.context().clearCookies();
  await enter(page, exchange.url);
  await page.goto(`${exchange.url}/home/index`);
  const notices = notice(page, 'claim');
  for (const phase of ['before', 'during'] as const) {
    const cut = await cutAt(page, '/api/practice/claim', phase);
    await page.getByTestId('practice-money').click();
    await expect(notices).toHaveAttribute('data-state', 'unknown');
    await cut.over();
    if (phase === 'before') {
      await expect(notices).toHaveCount(0);
      await expect(notice(page, 'refusal-key.expired')).toBeVisible();
    } else await expect(notices).toHaveAttribute('data-state', 'done');
    expect(cut.sent()).toBe(1);
  }
});

/** A write by a form without a line of its own, cut in each phase: a notice says that it is asked for, the form how it ended. */
async function cutNoticed(
  page: Page,
  path: string,
  send: (phase: Phase) => Promise<void>,
  shows: (phase: Phase) => Promise<void>,
): Promise<void> {
  for (const phase of phases)
    await test.step(`${path}, cut ${phase} it`, async () => {
      const cut = await cutAt(page, path, phase);
      await send(phase);
      if (phase !== 'after') await expect(asked(page)).toBeVisible();
      await expect(refused(page)).toHaveCount(0);
      await cut.over();
      await expect(asked(page)).toHaveCount(0);
      await expect(refused(page)).toHaveCount(phase === 'before' ? 1 : 0);
      await shows(phase);
      expect(cut.sent()).toBe(1);
    });
}

test('by a notice: alerts, a form of the account, a favourite, orders cancelled when one is gone @desktop', async ({
  page,
  exchange,
}) => {
  const { url } = exchange;
  await signedIn(page, url);
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
  await meant(page, 'btc 50000 alert');
  await page.keyboard.press('Enter');
  const drawer = page.getByTestId('alerts');
  const alerts = drawer.getByRole('listitem');
  let kept = 0;
  await cutNoticed(
    page,
    '/api/alert/save',
    async () => {
      await field(drawer, 'kind').selectOption('below');
      await field(drawer, 'value').fill(String(50_000 + kept));
      await submit(drawer).click();
    },
    async (phase) => {
      if (phase !== 'before') kept += 1;
      await expect(alerts).toHaveCount(kept);
    },
  );
  await cutNoticed(
    page,
    '/api/alert/del',
    (phase) =>
      alerts
        .nth(phase === 'before' ? 0 : -1)
        .getByRole('button')
        .last()
        .click(),
    async (phase) => {
      if (phase !== 'before') kept -= 1;
      await expect(alerts).toHaveCount(kept);
    },
  );

  // A star that got no answer is put back, and then is as the exchange has it.
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
  const star = page.locator('main header').getByTestId('star');
  for (const phase of phases) {
    const on = (await star.getAttribute('aria-pressed')) === 'true';
    const cut = await cutAt(page, '/1', phase);
    // Clicks close together count once (§5).
    await expect(async () => {
      if (cut.sent() === 0) await star.click();
      expect(cut.sent()).toBe(1);
    }).toPass();
    await cut.over();
    await expect(star).toHaveAttribute('aria-pressed', String(phase === 'before' ? on : !on));
    await expect(page.getByTestId('notices').getByRole('status')).toHaveCount(0);
    expect(cut.sent()).toBe(1);
  }

  const gone = page.getByTestId('gone');
  for (const phase of ['before', 'during'] as const) {
    const cut = await cutAt(page, '/cancel/after', phase);
    await gone.click();
    await menuItem(page, phase === 'before' ? '1800000' : 'off').click();
    await expect(gone).toHaveText(/\S/);
    await cut.over();
    await expect(gone).toHaveAttribute('data-state', phase === 'before' ? 'on' : 'off');
    if (phase === 'during') await expect(gone).toHaveText('');
  }

  await page.goto(`${url}/account/center/security/setting/anti-code`);
  const words = { before: 'stork', during: 'egret', after: 'crane' } as const;
  await cutNoticed(
    page,
    '/member/antiCode',
    async (phase) => {
      await field(page, 'word').fill(words[phase]);
      await submit(page.getByRole('main')).click();
    },
    async (phase) => {
      const sample = page.getByRole('main').locator('dl').getByText(words[phase], { exact: true });
      await expect(sample).toHaveCount(phase === 'before' ? 0 : 1);
    },
  );
});
