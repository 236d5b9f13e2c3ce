// An exchange with an open item of every kind, and one valid command of every kind in the schema.

import { type CommandName, type Exchange, openExchange, packText, type SnapshotParts } from '../../src/index.ts';
import { setup } from '../../sim/products.ts';
import { BTC, CENT, HOUR, START, USDT } from '../../sim/scenes/scene.ts';
import { type Given, write } from '../../sim/words.ts';

/** The market maker, two users who trade, one frozen user, a merchant. */
export const [MARKET_MAKER, ANNA, BEN, CARL, DORA] = [1, 2, 3, 4, 5] as const;
/** Staff: two with every role, one with the support role only. */
export const [FIRST, SECOND, SUPPORT] = [1, 2, 5] as const;
const PRICES = [50_000_000, 30_000_000, 10_000, 13_000_000] as const;
const [LONG, SHORT] = [1, 2] as const;

export class Everything {
  exchange: Exchange = openExchange();
  time = START;
  readonly ids: Record<string, number> = {};
  /** Before the first user. */
  readonly young: SnapshotParts;
  /** With all items open. */
  readonly busy: SnapshotParts;

  constructor() {
    for (const words of setup()) this.must(words);
    this.young = this.exchange.save();
    this.people();
    this.markets();
    this.trade();
    this.products();
    this.desk();
    this.exchange.audit();
    this.busy = this.exchange.save();
  }

  private must(words: Float64Array): number {
    this.exchange.advance(this.time);
    const code = this.exchange.apply(words, 0);
    if (code !== 200)
      throw new Error(
        `Expected ${words.slice(0, 14).join(' ')} done, got ${code}: ${this.exchange.expected}, ${this.exchange.got}.`,
      );
    const { result } = this.exchange;
    this.exchange.takeEvents();
    return result;
  }

  private do<N extends CommandName>(name: N, given: Given<N>): number {
    return this.must(write(name, given));
  }

  ticks(time: number): void {
    this.time = time;
    const ticks = PRICES.map((price, at) => ({ instrument: at + 1, price, spread: 1, used: 3, total: 3 }));
    this.do('ticks', { ticks, quotes: [] });
  }

  private people(): void {
    for (const user of [ANNA, BEN, CARL, DORA]) {
      this.do('user.open', { referrer: user === ANNA ? 0 : user - 1 });
      this.do('user.set', { user, stage: 2 });
      this.do('practice.claim', { user });
      for (const [asset, amount] of [
        [USDT, 2e10],
        [BTC, 1e8],
        [CENT, 10_000],
      ] as const)
        this.do('deposit.credit', {
          user,
          asset,
          amount,
          rail: 1,
          transactionHigh: 1,
          transactionLow: user,
          position: asset,
        });
    }
    this.do('merchant.set', { user: DORA, merchant: 1 });
    this.do('merchant.set', { user: DORA, merchant: 2 });
    this.do('user.freeze', { operator: SUPPORT, user: CARL, locks: 1 });
    for (const [to, asset, amount, market] of [
      [2, USDT, 5e9, 0],
      [3, BTC, 2e7, 0],
      [4, USDT, 3e9, 0],
      [5, USDT, 2e9, 1],
      [6, USDT, 2e9, 0],
    ] as const)
      for (const user of [ANNA, BEN]) this.do('wallet.transfer', { user, from: 1, to, asset, amount, market });
  }

  private markets(): void {
    this.ticks(this.time + 1_000);
    const quoteAround = (market: number, middle: number, step: number, lots: number): number =>
      this.do('maker.quote', {
        market,
        levels: [1, 2, 3].flatMap((row) => [
          { side: 1, price: middle - row * step, lots },
          { side: 2, price: middle + row * step, lots },
        ]),
      });
    quoteAround(1, 500_000, 100, 5_000);
    quoteAround(2, 300_000, 100, 5_000);
    quoteAround(101, 500_000, 100, 50_000);
    quoteAround(201, 500_000, 100, 500);
  }

  private order(user: number, given: Given<'order.place'>): number {
    return this.do('order.place', {
      user,
      market: 1,
      wallet: 1,
      side: 1,
      type: 1,
      timeInForce: 1,
      triggerBy: 1,
      selfTrade: 1,
      ...given,
    });
  }

  private contract(user: number, given: Given<'contract.place'>): number {
    return this.do('contract.place', {
      ...{
        user,
        market: 101,
        direction: LONG,
        marginMode: 2,
        leverage: 10,
        type: 2,
        timeInForce: 2,
        triggerBy: 1,
        guardBy: 1,
        selfTrade: 1,
      },
      ...given,
    });
  }

  private trade(): void {
    const { ids } = this;
    ids['annas'] = this.order(ANNA, { price: 490_000, lots: 20 });
    ids['bens'] = this.order(BEN, { side: 2, price: 510_000, lots: 20 });
    this.order(ANNA, { type: 3, price: 505_000, lots: 30, trigger: 502_000 });
    ids['dealt'] = this.order(BEN, { side: 2, type: 2, timeInForce: 2, lots: 40 });
    ids['limit'] = this.contract(ANNA, { type: 1, timeInForce: 1, price: 480_000, lots: 100 });
    this.contract(ANNA, { lots: 4_000 });
    this.contract(BEN, { direction: SHORT, marginMode: 1, lots: 2_000 });
    this.contract(BEN, { market: 201, marginMode: 1, lots: 20 });
    const positions = this.positions();
    ids['long'] = positions.get(`${ANNA} 101 1`) ?? 0;
    ids['short'] = positions.get(`${BEN} 101 2`) ?? 0;
  }

  /** Ids of open positions by user, market and side, as in the state. */
  private positions(): Map<string, number> {
    const found = new Map<string, number>();
    const emitted = this.exchange.seed();
    for (let at = 0; at < emitted.length; at += emitted[at + 1] as number)
      if (emitted[at] === 182)
        found.set(`${emitted[at + 3]} ${emitted[at + 4]} ${emitted[at + 5]}`, emitted[at + 2] as number);
    return found;
  }

  private products(): void {
    const { ids } = this;
    this.do('debt.borrow', { user: ANNA, wallet: 4, market: 0, asset: USDT, amount: 1e8 });
    this.do('debt.borrow', { user: ANNA, wallet: 5, market: 1, asset: USDT, amount: 1e8 });
    ids['second'] = this.do('second.open', {
      user: ANNA,
      market: 301,
      direction: 1,
      seconds: 30,
      amount: 5e6,
      terms: 850_000,
    });
    ids['stake'] = this.do('earn.buy', { user: ANNA, product: 1, amount: 1e8, version: 1 });
    ids['loan'] = this.do('loan.apply', { user: ANNA, product: 1, amount: 2e8, days: 7, repayType: 1 });
    this.do('loan.decide', { operator: FIRST, loan: ids['loan'], decision: 1 });
    ids['pending'] = this.do('loan.apply', { user: BEN, product: 1, amount: 3e8, days: 15, repayType: 2 });
    ids['withdrawal'] = this.do('withdrawal.request', {
      user: ANNA,
      asset: USDT,
      rail: 1,
      amount: 1e8,
      destination: 7,
    });
    ids['approved'] = this.do('withdrawal.request', { user: ANNA, asset: USDT, rail: 1, amount: 2e8, destination: 7 });
    this.do('withdrawal.approve', { operator: FIRST, withdrawal: ids['approved'], decision: 1 });
    ids['signed'] = this.do('withdrawal.request', { user: BEN, asset: USDT, rail: 1, amount: 1e8, destination: 7 });
    this.do('withdrawal.approve', { operator: FIRST, withdrawal: ids['signed'], decision: 1 });
    this.do('withdrawal.step', { withdrawal: ids['signed'], step: 1, cost: 0, costAsset: 0 });
    this.do('bond.lock', { user: DORA, amount: 2e9 });
    const offer = { asset: USDT, currency: packText('USD'), price: 100, payments: 1 };
    ids['sells'] = this.do('offer.open', { user: DORA, side: 2, ...offer, amount: 5e9, min: 1e8, max: 1e9 });
    ids['buys'] = this.do('offer.open', { user: DORA, side: 1, ...offer, amount: 5e9, min: 1e8, max: 1e9 });
    const deal = (user: number, of: number): number =>
      this.do('deal.open', { user, offer: of, amount: 2e8, price: 100 });
    ids['toPay'] = deal(ANNA, ids['sells']);
    ids['paid'] = deal(BEN, ids['sells']);
    this.do('deal.paid', { user: BEN, deal: ids['paid'] });
    ids['appealed'] = deal(ANNA, ids['buys']);
    this.do('deal.paid', { user: DORA, deal: ids['appealed'] });
    this.do('deal.appeal', { user: ANNA, deal: ids['appealed'] });
  }

  private desk(): void {
    const { ids } = this;
    const propose = (words: Float64Array): number =>
      this.do('proposal.make', { operator: FIRST, words: [...words].map((word) => ({ word })) });
    const fund = { campaign: 1, asset: USDT, each: 1_000, total: 100_000 };
    const funded = propose(write('campaign.fund', { ...fund, opens: this.time + 500, closes: this.time + HOUR }));
    this.do('proposal.approve', { operator: SECOND, proposal: funded });
    const linked = propose(write('account.link', { user: DORA, other: BEN }));
    this.do('proposal.approve', { operator: SECOND, proposal: linked });
    ids['proposal'] = propose(write('correction', { user: ANNA, asset: USDT, amount: 7, cause: 1 }));
    this.ticks(this.time + 1_000);
    ids['tick'] = 2;
    this.time += 10;
    this.exchange.advance(this.time);
    this.exchange.takeEvents();
  }
}
