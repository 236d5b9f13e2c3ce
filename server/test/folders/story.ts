// The life of a small practice exchange with something of everything open: customers, spot orders, contracts, margin
// debts, second contracts, staking, a loan, over-the-counter deals, deposits and withdrawals, the desk. Recorded by each build.

import {
  type Command,
  type CommandName,
  commands,
  type CommandShape,
  encodeCommand,
  packText,
  DONE,
} from '@vitrine/core';
import type { ExchangeLink } from '../../src/engine/sequencer/index.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const [USDT, BTC] = [1, 2] as const;
const [SPOT, U, COIN, SECONDS] = [1, 101, 201, 301] as const;
const [LONG, SHORT] = [1, 2] as const;
/** Operators with every role, by the roles' bits. */
const [FIRST, SECOND_OPERATOR, ALL] = [1, 2, 31] as const;

/** Where the market maker quotes: market, lots a level, ticks above the index. */
const MAKER = [
  [SPOT, 40_000, 0],
  [U, 90_000, 60],
  [COIN, 400, 60],
] as const;

type Fields = Readonly<Record<string, unknown>>;

/** A command of plain numbers: what is not given is 0, a list not given is empty. */
function command(name: CommandName, given: Fields = {}): Command {
  const { fields } = commands[name] as CommandShape;
  const zeros = Object.entries(fields).map(([field, unit]) => [field, 'rows' in unit ? [] : 0] as const);
  return { ...Object.fromEntries(zeros), ...given, name } as unknown as Command;
}

/** A clock that only the story moves. */
export interface StoryClock {
  now: number;
}

/** Sends the commands of a story through a link. */
export class Story {
  readonly #link: ExchangeLink;
  readonly #clock: StoryClock;
  #keys = 0;
  #price = 600_000;
  readonly #levels: { side: number; price: number }[][] = [];

  constructor(link: ExchangeLink, clock: StoryClock) {
    this.#link = link;
    this.#clock = clock;
  }

  /** Sends one command that must be done; gives the id or count it made. */
  async do(name: CommandName, given: Fields = {}): Promise<number> {
    const outcome = await this.#link.submit(command(name, given));
    if (outcome.code !== DONE)
      throw new Error(
        `Expected ${name} ${JSON.stringify(given)} done, got ${outcome.code}: ${outcome.expected}, ${outcome.got}.`,
      );
    return outcome.result;
  }

  /** A user's command, under a key. */
  async ask(name: CommandName, user: number, given: Fields = {}): Promise<number> {
    this.#keys += 1;
    const key = { keyTime: this.#clock.now, keyHigh: 7, keyLow: this.#keys, bodyHash: this.#keys * 31 };
    return await this.do(name, { user, ...key, ...given });
  }

  /** Time passes; then BTC ticks at so many tenths of a USDT and the market maker quotes around it. */
  async tick(ms: number, price = this.#price): Promise<void> {
    this.#clock.now += ms;
    this.#price = price;
    const ticks = command('ticks', {
      ticks: [1, 2].map((instrument) => ({
        ...{ instrument, price: instrument === 1 ? price * 100 : 30_000_000 },
        ...{ spread: 10, used: 3, total: 3 },
      })),
      quotes: [1, 2].map((instrument) => ({ instrument, source: 1, offset: 0, age: 5, state: 1 })),
    });
    const outcomes = await this.#link.submitRun([ticks, ...this.#quotes(price), command('slot.end', {})]);
    for (const { code, expected, got } of outcomes)
      if (code !== DONE) throw new Error(`Expected ticks and quotes done, got ${code}: ${expected}, ${got}.`);
  }

  /** The market maker's levels of each market as differences to those before; contracts stand a little above the index. */
  #quotes(price: number): Command[] {
    return MAKER.map(([market, lots, above], at) => {
      const before = this.#levels[at] ?? [];
      const levels = [1, 2, 3].flatMap((row) => [
        { side: 1, price: price + above - row * 10 },
        { side: 2, price: price + above + row * 10 },
      ]);
      this.#levels[at] = levels;
      const kept = (level: { side: number; price: number }) =>
        levels.some(({ side, price: place }) => side === level.side && place === level.price);
      const gone = before.filter((level) => !kept(level)).map((level) => ({ ...level, lots: 0 }));
      return command('maker.quote', {
        market,
        levels: [...gone, ...levels.map((level, row) => ({ ...level, lots: lots + row }))],
      });
    });
  }

  /** Ends a stake early, for what a dry run says it pays. */
  async redeem(user: number, stake: number): Promise<void> {
    const { expected } = await this.#link.ask(command('earn.redeem', { user, stake, receive: 0 }));
    await this.ask('earn.redeem', user, { stake, receive: expected });
  }

  async order(user: number, given: Fields): Promise<number> {
    return await this.ask('order.place', user, {
      ...{ market: SPOT, wallet: 1, side: 1, type: 1, timeInForce: 1, triggerBy: 1, selfTrade: 1 },
      ...given,
    });
  }

  async contract(user: number, given: Fields): Promise<number> {
    return await this.ask('contract.place', user, {
      ...{ market: U, direction: LONG, marginMode: 2, leverage: 10, type: 2, timeInForce: 2 },
      ...{ triggerBy: 1, guardBy: 1, selfTrade: 1 },
      ...given,
    });
  }
}

/** The whole life, some 150 rows. */
export async function live(link: ExchangeLink, clock: StoryClock): Promise<void> {
  const story = new Story(link, clock);
  for (const operator of [FIRST, SECOND_OPERATOR]) await story.do('desk.grant', { operator, roles: ALL });
  const users: number[] = [];
  for (let customer = 0; customer < 5; customer += 1)
    users.push(await story.do('user.open', { referrer: users.at(-1) ?? 0 }));
  const [ann = 0, ben = 0, carl = 0, dora = 0, emil = 0] = users;
  await story.tick(SECOND);
  for (const user of users) {
    await story.do('user.set', { user, stage: 2 });
    await story.ask('practice.claim', user);
    const deposit = { user, rail: 1, transactionHigh: 1, transactionLow: user };
    await story.do('deposit.credit', { ...deposit, asset: USDT, amount: 2e10, position: 0 });
    await story.do('deposit.credit', { ...deposit, asset: BTC, amount: 1e8, position: 1 });
    for (const [to, asset, amount, market] of [
      [2, USDT, 5e9, 0],
      [3, BTC, 2e7, 0],
      [4, USDT, 3e9, 0],
      [5, USDT, 2e9, SPOT],
      [6, USDT, 2e9, 0],
    ] as const)
      await story.ask('wallet.transfer', user, { from: 1, to, asset, amount, market });
  }
  await story.tick(SECOND);

  // Spot: orders in the book, one behind a trigger, trades with each other and with the market maker.
  await story.order(ann, { price: 590_000, lots: 200 });
  await story.order(ben, { side: 2, price: 610_000, lots: 200 });
  await story.order(ann, { type: 3, price: 606_000, lots: 300, trigger: 605_000 });
  await story.order(carl, { price: 600_005, lots: 150 });
  await story.order(ben, { side: 2, price: 600_005, lots: 100 });
  await story.order(dora, { type: 2, timeInForce: 2, lots: 400 });
  const amended = await story.order(dora, { price: 580_000, lots: 500 });
  await story.ask('order.amend', dora, { order: amended, price: 581_000, lots: 400 });

  // Contracts: long and short, cross and isolated, one that will be liquidated, stops of a position, a resting order.
  await story.contract(ann, { lots: 4_000, guardBy: 1 });
  await story.contract(ben, { direction: SHORT, marginMode: 1, lots: 2_000 });
  await story.contract(carl, { market: COIN, marginMode: 1, lots: 20 });
  await story.contract(dora, { leverage: 100, lots: 3_000 });
  await story.contract(emil, { direction: SHORT, leverage: 20, lots: 5_000 });
  await story.contract(ann, { type: 1, timeInForce: 1, price: 570_000, lots: 100 });

  // Margin debts, second contracts, staking, a loan.
  await story.ask('debt.borrow', ann, { wallet: 4, market: 0, asset: USDT, amount: 1e9 });
  await story.ask('debt.borrow', ben, { wallet: 5, market: SPOT, asset: USDT, amount: 1e9 });
  await story.order(ann, { wallet: 4, type: 2, timeInForce: 2, lots: 1_000 });
  for (const [user, direction] of [
    [ann, 1],
    [ben, 2],
    [carl, 1],
  ] as const)
    await story.ask('second.open', user, { market: SECONDS, direction, seconds: 30, amount: 5e7, terms: 800_000 });
  for (let slot = 0; slot < 4; slot += 1) await story.tick(SECOND, 600_010 + slot * 10);
  const stake = await story.ask('earn.buy', ann, { product: 1, amount: 1e9, version: 1 });
  await story.ask('earn.buy', ben, { product: 9, amount: 5e8, version: 1 });
  const loan = await story.ask('loan.apply', carl, { product: 1, amount: 2e8, days: 7, repayType: 1 });
  await story.do('loan.decide', { operator: FIRST, loan, decision: 1 });
  await story.ask('loan.apply', dora, { product: 1, amount: 3e8, days: 15, repayType: 2 });

  // Money out, over the counter, the desk.
  const passed = await story.ask('withdrawal.request', ann, { asset: USDT, rail: 1, amount: 1e8, destination: 7 });
  await story.do('withdrawal.approve', { operator: FIRST, withdrawal: passed, decision: 1 });
  await story.ask('withdrawal.request', ben, { asset: USDT, rail: 1, amount: 2e8, destination: 9 });
  await story.do('merchant.set', { user: emil, merchant: 1 });
  await story.ask('bond.lock', emil, { amount: 2e9 });
  await story.do('merchant.set', { user: emil, merchant: 2 });
  const offer = await story.ask('offer.open', emil, {
    ...{ asset: USDT, currency: packText('USD'), price: 100, payments: 1, side: 2, amount: 5e9, min: 1e8, max: 1e9 },
  });
  await story.ask('deal.open', ann, { offer, amount: 2e8, price: 100 });
  const paid = await story.ask('deal.open', ben, { offer, amount: 2e8, price: 100 });
  await story.ask('deal.paid', ben, { deal: paid });
  const words = [...encodeCommand(command('correction', { user: ann, asset: USDT, amount: 7, cause: 1 }))];
  await story.do('proposal.make', { operator: FIRST, words: words.map((word) => ({ word })) });

  // Second contracts mature at ticks; the price falls through a liquidation; an hour of interest; a funding.
  await story.tick(24 * SECOND, 600_050);
  for (let slot = 0; slot < 10; slot += 1) await story.tick(SECOND, 600_050 + slot * 10);
  for (const price of [599_000, 597_500, 596_000, 594_500, 593_800]) await story.tick(SECOND, price);
  await story.tick(HOUR + 40 * MINUTE, 594_000);
  for (let minute = 0; minute < 25; minute += 1) await story.tick(MINUTE, 594_200 + minute * 20);
  await story.redeem(ann, stake);
  await story.ask('debt.repay', ann, { wallet: 4, market: 0, asset: USDT, amount: 5e8 });
  await story.order(carl, { price: 594_000, lots: 120 });
  for (let slot = 0; slot < 5; slot += 1) await story.tick(SECOND, 595_010 + slot * 10);
  // Open at the end, so that a later build has them to settle.
  await story.ask('second.open', ann, { market: SECONDS, direction: 2, seconds: 300, amount: 6e7, terms: 880_000 });
  await story.tick(2 * SECOND, 595_100);
  await story.tick(SECOND, 595_120);
}

/** A quarter of an hour more, of an exchange that lived so: what was left open is settled, old and new orders trade. */
export async function goOn(link: ExchangeLink, clock: StoryClock): Promise<void> {
  const story = new Story(link, clock);
  const price = 595_120;
  for (let slot = 0; slot < 4; slot += 1) await story.tick(SECOND, price);
  const [ann, ben] = [2, 3] as const;
  await story.order(ann, { price, lots: 150 });
  await story.order(ben, { side: 2, price, lots: 150 });
  await story.contract(ben, { direction: LONG, lots: 1_000 });
  await story.ask('debt.borrow', ann, { wallet: 4, market: 0, asset: USDT, amount: 1e8 });
  await story.ask('order.cancelAll', ann, { market: 0 });
  await story.ask('second.open', ben, { market: SECONDS, direction: 1, seconds: 30, amount: 5e7, terms: 800_000 });
  const newcomer = await story.do('user.open', { referrer: ann });
  await story.ask('practice.claim', newcomer);
  for (let slot = 0; slot < 33; slot += 1) await story.tick(SECOND, price);
  await story.tick(10 * MINUTE, price);
  await story.tick(SECOND, price);
}
