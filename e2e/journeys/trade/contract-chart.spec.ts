// A stop-loss and a liquidation price dragged on the chart by mouse, or by a finger: shown before it is sent, sent, taken
// back. Prices are planted: once BTC has been down and is back, candles of the index reach from 70,000 to 100,000, and a
// line a little above stays in sight.

import type { Locator, Page } from '@playwright/test';
import { newTrader, type Trader } from '../../support/contracts.ts';
import type { Exchange } from '../../support/exchange.ts';
import { phone } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

/** Higher than BTC ever comes: a short stays open over every turn. */
const STOP = '102000';
/** How far it is dragged up, px. */
const UP_PX = 24;
const TICK = 0.1;
/** A drag is made of so many moves. */
const STEPS = 8;
/** Away from its label, whose place another label may have taken, a line is looked for within this, px. */
const LOOK_PX = 40;

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error('expected it on the page, it stands nowhere');
  return box;
}

/** Drags the line itself, at a place where nothing else of it is: the pointer tells where it can be taken. */
async function dragByMouse(page: Page, label: Locator, chart: Locator): Promise<void> {
  const [at, box] = [await boxOf(label), await boxOf(chart)];
  const x = box.x + box.width * 0.4;
  const middle = Math.round(at.y + at.height / 2);
  const grab = page.locator('[data-grab]');
  let y: number | undefined;
  for (let away = 0; away <= LOOK_PX && y === undefined; away += 4)
    for (const place of away === 0 ? [middle] : [middle - away, middle + away]) {
      await page.mouse.move(x, place);
      if ((await grab.count()) === 0) continue;
      y = place;
      break;
    }
  if (y === undefined) throw new Error(`expected a line near ${middle} px that can be taken hold of, found none`);
  await page.mouse.down();
  await page.mouse.move(x, y - UP_PX, { steps: STEPS });
  await expect(label).toContainText(/USDT/);
  await page.mouse.up();
}

/** A finger has the label; beside it, it moves the chart. */
async function dragByFinger(page: Page, label: Locator): Promise<void> {
  const at = await boxOf(label.getByRole('button').first());
  const x = Math.round(at.x + at.width / 2);
  const y = Math.round(at.y + at.height / 2);
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y - up }] });
  await touch('touchStart', 0);
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', (UP_PX * step) / STEPS);
  await expect(label).toContainText(/USDT/);
  await touch('touchEnd', UP_PX);
}

/** Undo is offered for 8 s, which a busy machine may take to look: here it is offered for longer. */
async function offerLonger(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [real, offered, longer] = [globalThis.setTimeout, 8_000, 120_000];
    const later = (run: () => void, ms?: number) => real(run, ms === offered ? longer : ms);
    globalThis.setTimeout = later as typeof globalThis.setTimeout;
  });
}

const digits = (text: string | null): number => Number((text ?? '').replace(/[^0-9.]/g, ''));

/** A short that stays open over every turn, on a page that draws the index: whom nobody trades with has few candles. */
async function shortOf(page: Page, { planted, url }: Exchange, leverage: number): Promise<Trader> {
  if (!planted) throw new Error('expected an exchange with planted prices');
  const trader = await newTrader(page, url);
  // Candles begin with the exchange's first tick: from then on it has to have seen both ends of the index.
  await planted.far();
  await planted.calm();
  await trader.open({ symbol: 'BTC_USDT', contractType: 'u', direction: 2, quantity: '0.01', leverage });
  await offerLonger(page);
  return trader;
}

/** Opened after the position is: a notice of it would lie over the chart. Gives the line's label. */
async function lineOn(page: Page, url: string, kind: 'stopLoss' | 'liquidation'): Promise<Locator> {
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT&type=u`);
  const drawn = phone(page)
    ? page.locator('[data-testid="basis"][data-state="index"]')
    : page.locator('[role="radio"][data-key="index"][aria-checked="true"]');
  await expect(drawn).toBeVisible();
  const label = page.locator(`[data-kind="${kind}"][data-place="on"]`);
  await expect(label).toBeVisible();
  await label.scrollIntoViewIfNeeded();
  return label;
}

/** The bar tells that this line is to be moved, or was. */
async function tells(bar: Locator, line: 'stopLoss' | 'liquidation', state: 'ask' | 'sent'): Promise<void> {
  await expect(bar).toHaveAttribute('data-state', state);
  await expect(bar).toHaveAttribute('data-line', line);
  await expect(bar).toHaveAttribute('data-change', 'move');
}

async function dragUp(page: Page, label: Locator): Promise<Locator> {
  if (phone(page)) await dragByFinger(page, label);
  else await dragByMouse(page, label, page.getByRole('application').first());
  return page.getByTestId('move-bar');
}

test(
  '§3 stops set by dragging: the line of a stop-loss is pulled up, what changes is shown, sent, and taken back',
  { tag: '@both' },
  async ({ page, exchange }) => {
    const trader = await shortOf(page, exchange, 1);
    const [position] = await trader.positions('u');
    const stop = async (): Promise<number> => Number((await trader.positions('u'))[0]?.stopLossPrice ?? 'NaN');
    expect((await trader.call('/api/contract/loss/sett', { id: position?.id, stopLossPrice: STOP })).code).toBe(200);
    const label = await lineOn(page, exchange.url, 'stopLoss');
    const shown = page.locator('[data-field="stopLossPrice"]').first();
    await expect.poll(async () => digits(await shown.textContent())).toBe(Number(STOP));

    const bar = await dragUp(page, label);
    await tells(bar, 'stopLoss', 'ask');
    const to = digits(await bar.locator('b').textContent());
    expect(to).toBeGreaterThan(Number(STOP));
    // It shows what it would cost, and nothing was sent.
    await expect(bar).toContainText(/[−-]\d.*USDT/);
    expect(await stop()).toBe(Number(STOP));

    await bar.getByTestId('send').click();
    await tells(bar, 'stopLoss', 'sent');
    await expect.poll(stop).toBe(to);
    await expect.poll(async () => digits(await shown.textContent())).toBe(to);

    await bar.getByTestId('undo').click();
    await expect.poll(stop).toBe(Number(STOP));
    await expect.poll(async () => digits(await shown.textContent())).toBe(Number(STOP));
    await expect(bar).toHaveCount(0);
  },
);

test('§3 a liquidation price dragged away takes the margin it needs, and Undo gives exactly that back', async ({
  page,
  exchange,
}) => {
  // Near enough to the mark to be in sight.
  const trader = await shortOf(page, exchange, 50);
  const held = async () => (await trader.positions('u'))[0];
  // Sold at the bid it shows a loss at the index, which would keep a part of what is added.
  const spare = { id: (await held())?.id, money: '1', flag: 1 };
  expect((await trader.call('/api/contract/position/adjustAmount', spare)).code).toBe(200);
  const margin = (await held())?.margin;
  const label = await lineOn(page, exchange.url, 'liquidation');

  const bar = await dragUp(page, label);
  await tells(bar, 'liquidation', 'ask');
  const change = bar.getByTestId('margin-change');
  await expect(change).toHaveAttribute('data-state', 'add');
  await expect(change).toContainText(/\d.*USDT/);
  expect((await held())?.margin).toBe(margin);
  const to = digits(await bar.locator('b').textContent());

  await bar.getByTestId('send').click();
  await tells(bar, 'liquidation', 'sent');
  await expect.poll(async () => digits((await held())?.liquidationPrice ?? '')).toBeGreaterThanOrEqual(to);
  // No more than it takes: it stands on the tick that was asked for.
  expect(digits((await held())?.liquidationPrice ?? '')).toBeLessThan(to + TICK);

  await bar.getByTestId('undo').click();
  await expect.poll(async () => (await held())?.margin).toBe(margin);
  await expect(bar).toHaveCount(0);
});
