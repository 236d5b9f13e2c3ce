// An exchange in which something of everything is open, and one sound command of every kind of the schema.

import {
  type CommandName,
  encodeCommand,
  type Exchange,
  openExchange,
  packText,
  type SnapshotParts,
} from '../../src/index.ts';
import { contracts } from '../../sim/actors/contracts.ts';
import { setup } from '../../sim/products.ts';
import { BTC, CENT, HOUR, START, TINY, USD, USDT } from '../../sim/scene.ts';
import { type Given, write } from '../../sim/words.ts';
import { command } from './genesis.ts';

const MINUTE = 60_000;
/** The house, two customers who trade, one who is frozen, a merchant. */
export const [HOUSE, ANNA, BEN, CARL, DORA] = [1, 2, 3, 4, 5] as const;
/** Of the desk: two with every role, one of support only. */
export const [FIRST, SECOND, SUPPORT] = [1, 2, 5] as const;
const PRICES = [50_000_000, 30_000_000, 10_000, 13_000_000] as const;
const [LONG, SHORT] = [1, 2] as const;

/** Where a command is sound: before all else, before the first customer, or with all that is open. */
export type State = 'fresh' | 'young' | 'busy';

export interface Sound {
  readonly on: State;
  readonly words: Float64Array;
  /** What it is answered: done, or the code of what only two persons may bring about. */
  readonly code: number;
}

/** Ids of what is open. */
export type Ids = Readonly<Record<string, number>>;

export class Everything {
  exchange: Exchange = openExchange();
  time = START;
  readonly ids: Record<string, number> = {};
  /** Before the first customer. */
  readonly young: SnapshotParts;
  /** With all that is open. */
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
    const ladder = (market: number, middle: number, step: number, lots: number): number =>
      this.do('maker.quote', {
        market,
        levels: [1, 2, 3].flatMap((row) => [
          { side: 1, price: middle - row * step, lots },
          { side: 2, price: middle + row * step, lots },
        ]),
      });
    ladder(1, 500_000, 100, 5_000);
    ladder(2, 300_000, 100, 5_000);
    ladder(101, 500_000, 100, 50_000);
    ladder(201, 500_000, 100, 500);
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

  /** Ids of open positions, by user, market and side: as the state tells them. */
  private positions(): Map<string, number> {
    const found = new Map<string, number>();
    const told = this.exchange.seed();
    for (let at = 0; at < told.length; at += told[at + 1] as number)
      if (told[at] === 182) found.set(`${told[at + 3]} ${told[at + 4]} ${told[at + 5]}`, told[at + 2] as number);
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
    ids['proposal'] = propose(write('correction', { user: ANNA, asset: USDT, amount: 7, cause: 1 }));
    this.ticks(this.time + 1_000);
    ids['tick'] = 2;
    this.time += 10;
    this.exchange.advance(this.time);
    this.exchange.takeEvents();
  }
}

/** A sound command of every kind, by what is open. */
export function soundCommands(world: Everything): Readonly<Record<CommandName, Sound>> {
  const { ids, time } = world;
  const id = (name: string): number => ids[name] ?? 0;
  const busy = <N extends CommandName>(name: N, given: Given<N>, code = 200): Sound => ({
    on: 'busy',
    words: write(name, given),
    code,
  });
  const young = <N extends CommandName>(name: N, given: Given<N>, code = 200): Sound => ({
    on: 'young',
    words: write(name, given),
    code,
  });
  const listing = contracts[0] ?? { market: 0, impact: 0, tiers: [] };
  const spot = { user: ANNA, market: 1, wallet: 1, side: 1, type: 1, timeInForce: 1, triggerBy: 1, selfTrade: 1 };
  const words = [...write('correction', { user: BEN, asset: USDT, amount: 9, cause: 1 })].map((word) => ({ word }));
  return {
    genesis: { on: 'fresh', words: setup()[0] ?? new Float64Array(0), code: 200 },
    epoch: busy('epoch', { epoch: 4 }),
    // There is one version of the rules: the next is refused.
    'rules.activate': busy('rules.activate', { version: 2 }, 400),
    seal: {
      on: 'busy',
      words: encodeCommand(command('seal', { digest: [{ word: 1 }, { word: 2 ** 32 - 1 }] })),
      code: 200,
    },
    ticks: busy('ticks', {
      ticks: [{ instrument: 1, price: 50_000_100, spread: 5, used: 3, total: 3 }],
      quotes: [{ instrument: 1, source: 2, offset: -3, age: 10, state: 1 }],
    }),
    'maker.quote': busy('maker.quote', { market: 1, levels: [{ side: 1, price: 499_000, lots: 50 }] }),
    'maker.transfer': busy('maker.transfer', { from: 1, to: 2, asset: USDT, amount: 1_000 }),
    'hours.set': busy('hours.set', { calendar: 1, sessions: [{ opens: time + 5, closes: time + 10 }] }),
    'user.open': busy('user.open', { referrer: BEN }),
    'user.set': busy('user.set', { user: BEN, stage: 1, locks: 2 }),
    'agent.set': busy('agent.set', { user: BEN, agent: ANNA, share: 100_000 }),
    'merchant.set': busy('merchant.set', { user: DORA, merchant: 3 }),
    'key.void': busy('key.void', { user: ANNA, keyTime: time, keyHigh: 1, keyLow: 2, bodyHash: 3 }),
    'order.place': busy('order.place', { ...spot, price: 499_000, lots: 20 }),
    'order.amend': busy('order.amend', { user: ANNA, order: id('annas'), price: 491_000, lots: 15 }),
    'order.cancel': busy('order.cancel', { user: ANNA, order: id('annas') }),
    'order.cancelAll': busy('order.cancelAll', { user: ANNA, market: 1 }),
    'contract.place': busy('contract.place', {
      ...{
        user: ANNA,
        market: 101,
        direction: LONG,
        marginMode: 2,
        leverage: 10,
        type: 1,
        timeInForce: 1,
        price: 495_000,
      },
      ...{ lots: 100, triggerBy: 1, guardBy: 1, selfTrade: 1 },
    }),
    'position.close': busy('position.close', { user: ANNA, position: id('long') }),
    'position.closeMany': busy('position.closeMany', {
      user: ANNA,
      type: 2,
      markets: [{ market: 101 }, { market: 102 }],
    }),
    'position.margin': busy('position.margin', { user: ANNA, position: id('long'), flag: 1, amount: 1_000 }),
    'position.guard': busy('position.guard', {
      user: ANNA,
      position: id('long'),
      stopProfit: 520_000,
      stopLoss: 480_000,
      triggerBy: 1,
    }),
    'leverage.set': busy('leverage.set', { user: ANNA, market: 102, marginMode: 2, leverage: 7 }),
    'wallet.transfer': busy('wallet.transfer', { user: ANNA, from: 6, to: 1, asset: USDT, amount: 400 }),
    // Claimed today.
    'practice.claim': busy('practice.claim', { user: ANNA }, 3006),
    'swap.execute': busy('swap.execute', { user: ANNA, from: USDT, to: USD, amount: 1_000_000, receive: 999_000 }),
    'withdrawal.request': busy('withdrawal.request', { user: BEN, asset: USDT, rail: 1, amount: 5e7, destination: 9 }),
    'withdrawal.cancel': busy('withdrawal.cancel', { user: ANNA, withdrawal: id('withdrawal') }),
    'reward.claim': busy('reward.claim', { user: ANNA, campaign: 1 }),
    'debt.borrow': busy('debt.borrow', { user: ANNA, wallet: 4, asset: USDT, amount: 1e7 }),
    'debt.repay': busy('debt.repay', { user: ANNA, wallet: 4, asset: USDT, amount: 1e7 }),
    'debt.leverage': busy('debt.leverage', { user: BEN, wallet: 5, market: 1, leverage: 5 }),
    'second.open': busy('second.open', {
      user: BEN,
      market: 301,
      direction: 2,
      seconds: 60,
      amount: 2e6,
      terms: 333_333,
    }),
    'earn.buy': busy('earn.buy', { user: BEN, product: 3, amount: 1e8, version: 1 }),
    'earn.redeem': busy('earn.redeem', { user: ANNA, stake: id('stake'), receive: 99_000_000 }),
    'loan.apply': busy('loan.apply', { user: BEN, product: 2, amount: 100, days: 7, repayType: 1 }),
    'loan.repay': busy('loan.repay', { user: ANNA, loan: id('loan'), amount: 1e7 }),
    'offer.open': busy('offer.open', {
      ...{
        user: DORA,
        side: 2,
        asset: BTC,
        currency: packText('EUR'),
        price: 5_000_000,
        amount: 1e7,
        min: 1e6,
        max: 2e6,
        payments: 1,
      },
    }),
    'offer.close': busy('offer.close', { user: DORA, offer: id('buys') }),
    'deal.open': busy('deal.open', { user: BEN, offer: id('buys'), amount: 1e8, price: 100 }),
    'deal.paid': busy('deal.paid', { user: ANNA, deal: id('toPay') }),
    'deal.release': busy('deal.release', { user: DORA, deal: id('paid') }),
    'deal.cancel': busy('deal.cancel', { user: ANNA, deal: id('toPay') }),
    'deal.appeal': busy('deal.appeal', { user: BEN, deal: id('paid') }),
    'bond.lock': busy('bond.lock', { user: DORA, amount: 1_000 }),
    // It stays while offers and deals are open.
    'bond.free': busy('bond.free', { user: DORA, amount: 1_000 }, 5103),
    'deposit.credit': busy('deposit.credit', {
      user: BEN,
      asset: USDT,
      amount: 5_000,
      rail: 1,
      transactionHigh: 9,
      transactionLow: 9,
    }),
    'deposit.reverse': busy('deposit.reverse', { rail: 1, transactionHigh: 1, transactionLow: ANNA, position: USDT }),
    'withdrawal.step': busy('withdrawal.step', { withdrawal: id('approved'), step: 1 }),
    'withdrawal.approve': busy('withdrawal.approve', { operator: FIRST, withdrawal: id('withdrawal'), decision: 1 }),
    'loan.decide': busy('loan.decide', { operator: FIRST, loan: id('pending'), decision: 1 }),
    'proposal.make': busy('proposal.make', { operator: SECOND, words }),
    'proposal.approve': busy('proposal.approve', { operator: SECOND, proposal: id('proposal') }),
    'proposal.refuse': busy('proposal.refuse', { operator: SECOND, proposal: id('proposal') }),
    'market.stop': busy('market.stop', { operator: FIRST, market: 101, state: 2 }),
    'user.freeze': busy('user.freeze', { operator: SUPPORT, user: BEN, locks: 2 }),
    // ── settings: the sequencer's until the first customer ──
    'contract.list': young('contract.list', {
      ...listing,
      market: 203,
      type: 3,
      settle: TINY,
      instrument: 3,
      perLot: 1_000,
      face: 10,
      minValue: 10,
      maxValue: 1e6,
      lotDecimals: 0,
      tickDecimals: 1,
      fundingHours: 8,
    }),
    'contract.change': young('contract.change', { market: 101, impact: listing.impact, tiers: listing.tiers }),
    'contract.fees': young('contract.fees', {
      tiers: [
        { maker: 100, taker: 400 },
        { maker: 90, taker: 300 },
        { maker: 0, taker: 300 },
      ],
    }),
    'margin.set': young('margin.set', {
      assets: [{ asset: BTC, instrument: 1, rate: 4_000, factor: 900_000, limit: 1e8 }],
      levels: [{ leverage: 3, borrow: 1_500_000, call: 1_300_000, liquidation: 1_100_000 }],
      markets: [{ market: 1, leverage: 3 }],
      ...{ cross: 3, transferOut: 2_000_000 },
    }),
    'second.set': young('second.set', {
      ...{ market: 301, instrument: 1, asset: USDT, delay: 1_000, patience: 3_000, most: 1e9 },
      periods: [{ seconds: 30, odds: 800_000, min: 1e6, max: 1e8 }],
    }),
    'earn.set': young('earn.set', {
      ...{
        product: 9,
        kind: 2,
        tab: 3,
        asset: USDT,
        days: 14,
        rate: 40_000_000,
        min: 1e6,
        max: 1e9,
        total: 1e12,
        open: 1,
      },
    }),
    'loan.set': young('loan.set', {
      ...{
        product: 3,
        asset: BTC,
        min: 1_000,
        max: 1e7,
        rate: 300_000,
        overdue: 1_500_000,
        days: 15,
        threshold: 1e6,
        perPoint: 1e5,
      },
      ...{ leastScore: 60, open: 1 },
    }),
    'swap.set': young('swap.set', {
      assets: [
        { asset: USDT, instrument: 0, spread: 0 },
        { asset: BTC, instrument: 1, spread: 900 },
      ],
    }),
    'campaign.fund': young('campaign.fund', {
      campaign: 2,
      asset: USDT,
      each: 10,
      total: 100,
      opens: time + MINUTE,
      closes: time + HOUR,
    }),
    'rail.set': young('rail.set', {
      rail: 7,
      asset: BTC,
      open: 3,
      minDeposit: 1,
      minWithdrawal: 10,
      fee: 1,
      step: 1,
      instrument: 1,
    }),
    'withdrawal.limits': young('withdrawal.limits', {
      stage1: 3_000,
      stage2: 200_000,
      vip: 1_000_000,
      threshold: 6_000,
      hour: 200_000,
    }),
    'otc.set': young('otc.set', { fee: 900, asset: USDT, bond: 1e9, payMs: 900_000, deals: 3, cooling: HOUR }),
    'desk.grant': young('desk.grant', { operator: 7, roles: 3 }),
    'asset.list': young('asset.list', { asset: 9, code: packText('SOL'), scale: 3 }),
    'instrument.list': young('instrument.list', {
      instrument: 9,
      base: packText('SOL'),
      quote: packText('USDT'),
      category: 1,
      tickDecimals: 2,
    }),
    'market.list': young('market.list', {
      ...{
        market: 9,
        instrument: 3,
        base: TINY,
        quote: USDT,
        tickDecimals: 1,
        lotDecimals: 1,
        minValue: 1,
        maxValue: 1e6,
      },
    }),
    'market.change': young('market.change', { market: 1, state: 2 }),
    'market.steps': young('market.steps', { market: 2, instrument: 2, tickDecimals: 2, lotDecimals: 3 }),
    'parameters.set': young('parameters.set', {
      tiers: [
        { volume: 0, maker: 900, taker: 1_900 },
        { volume: 100_000, maker: 800, taker: 1_500 },
        { volume: 5_000_000, maker: 0, taker: 999 },
      ],
      ...{ safety: 100_000, first: 200_000, second: 100_000, third: 50_000 },
    }),
    'treasury.move': young('treasury.move', { from: 11, to: 10, asset: USDT, amount: 1_000 }),
    // What is about people and what they did takes two persons: alone it finds nobody.
    'deal.rule': young('deal.rule', { deal: id('appealed'), decision: 1 }, 404),
    correction: young('correction', { user: ANNA, asset: USDT, amount: 7, cause: 1 }, 404),
    'user.unfreeze': young('user.unfreeze', { user: CARL, locks: 1 }, 404),
  };
}
