// One valid command of every kind in the schema, for the exchange of `everything.ts`.

import { POSITION_SIDE } from '../../src/enum/index.ts';
import { type CommandName, encodeCommand, NEWEST_RULES, packText } from '../../src/index.ts';
import { contracts } from '../../sim/actors/contract-listings.ts';
import { setup } from '../../sim/products.ts';
import { BTC, HOUR, TINY, USD, USDT } from '../../sim/scenes/scene.ts';
import { type Given, write } from '../../sim/words.ts';
import { ANNA, BEN, CARL, DORA, type Everything, FIRST, SECOND, SUPPORT } from './everything.ts';
import { command } from './genesis.ts';

const MINUTE = 60_000;

/** When a command is valid: before genesis, before the first user, or with all items open. */
const PROOF = { transactionHigh: 7, transactionLow: 8 } as const;

export type State = 'fresh' | 'young' | 'busy';

export interface Sound {
  readonly on: State;
  readonly words: Float64Array;
  /** The expected reply: done, or the code of commands that need two staff members. */
  readonly code: number;
}

/** A valid command of every kind for the open items. */
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
    // The newest version is active, so the next one is refused.
    'rules.activate': busy('rules.activate', { version: NEWEST_RULES + 1 }, 400),
    'rules.announce': busy('rules.announce', { version: NEWEST_RULES + 1, at: time + 3 * 86_400_000 }, 400),
    seal: {
      on: 'busy',
      words: encodeCommand(command('seal', { digest: [{ word: 1 }, { word: 2 ** 32 - 1 }] })),
      code: 200,
    },
    ticks: busy('ticks', {
      ticks: [{ instrument: 1, price: 50_000_100, spread: 5, used: 3, total: 3 }],
      quotes: [{ instrument: 1, source: 2, offset: -3, age: 10, state: 1 }],
    }),
    'slot.end': busy('slot.end', {}),
    'maker.quote': busy('maker.quote', { market: 1, levels: [{ side: 1, price: 499_000, lots: 50 }] }),
    'maker.transfer': busy('maker.transfer', { from: 1, to: 2, asset: USDT, amount: 1_000 }),
    'hours.set': busy('hours.set', { calendar: 1, sessions: [{ opens: time + 5, closes: time + 10 ** 9 }] }),
    'user.open': busy('user.open', { referrer: BEN }),
    'user.set': busy('user.set', { user: BEN, stage: 1, locks: 2 }),
    'agent.set': busy('agent.set', { user: BEN, agent: ANNA, share: 100_000 }),
    'merchant.set': busy('merchant.set', { user: DORA, merchant: 3 }),
    'key.void': busy('key.void', { user: ANNA, keyTime: time, keyHigh: 1, keyLow: 2, bodyHash: 3 }),
    'order.place': busy('order.place', { ...spot, price: 499_000, lots: 20 }),
    'order.amend': busy('order.amend', { user: ANNA, order: id('annas'), price: 491_000, lots: 15 }),
    'order.cancel': busy('order.cancel', { user: ANNA, order: id('annas') }),
    'order.cancelAll': busy('order.cancelAll', { user: ANNA, market: 1 }),
    'order.clear': busy('order.clear', { user: ANNA, wallet: 1, market: 1, reason: 3 }),
    'contract.place': busy('contract.place', {
      ...{
        user: ANNA,
        market: 101,
        direction: POSITION_SIDE.long,
        marginMode: 2,
        leverage: 10,
        type: 1,
        timeInForce: 1,
        price: 495_000,
      },
      ...{ lots: 100, triggerBy: 1, guardBy: 1, selfTrade: 1 },
    }),
    'position.close': busy('position.close', { user: ANNA, position: id('long') }),
    'position.closeProven': busy('position.closeProven', { user: ANNA, position: id('long'), proven: time }),
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
    'position.guardSide': busy('position.guardSide', {
      user: ANNA,
      position: id('long'),
      guard: 2,
      trigger: 480_000,
      triggerBy: 1,
    }),
    'leverage.set': busy('leverage.set', { user: ANNA, market: 102, marginMode: 2, leverage: 7 }),
    'wallet.transfer': busy('wallet.transfer', { user: ANNA, from: 6, to: 1, asset: USDT, amount: 400 }),
    // Already claimed today.
    'practice.claim': busy('practice.claim', { user: ANNA }, 3006),
    'swap.place': busy('swap.place', { user: ANNA, from: USDT, to: USD, amount: 1_000_000, least: 999_000 }),
    // Refused since rules `swapSpread`.
    'swap.execute': busy(
      'swap.execute',
      { user: ANNA, from: USDT, to: USD, amount: 1_000_000, receive: 999_000 },
      3004,
    ),
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
    // The bond is locked while offers and deals are open.
    'bond.free': busy('bond.free', { user: DORA, amount: 1_000 }, 5103),
    'deposit.credit': busy('deposit.credit', {
      user: BEN,
      asset: USDT,
      amount: 5_000,
      rail: 1,
      transactionHigh: 9,
      transactionLow: 9,
    }),
    'deposit.restore': busy('deposit.restore', { rail: 1, transactionHigh: 1, transactionLow: ANNA, position: USDT }),
    'deposit.reverse': busy('deposit.reverse', { rail: 1, transactionHigh: 1, transactionLow: ANNA, position: USDT }),
    'withdrawal.step': busy('withdrawal.step', { withdrawal: id('approved'), step: 1 }),
    'withdrawal.failProven': busy('withdrawal.failProven', { withdrawal: id('signed'), ...PROOF }),
    'withdrawal.replan': busy('withdrawal.replan', { withdrawal: id('signed'), ...PROOF }),
    'withdrawal.pass': busy('withdrawal.pass', { withdrawal: id('withdrawal') }),
    'withdrawal.approve': busy('withdrawal.approve', { operator: FIRST, withdrawal: id('withdrawal'), decision: 1 }),
    'loan.decide': busy('loan.decide', { operator: FIRST, loan: id('pending'), decision: 1 }),
    'proposal.make': busy('proposal.make', { operator: SECOND, words }),
    'proposal.approve': busy('proposal.approve', { operator: SECOND, proposal: id('proposal') }),
    'proposal.refuse': busy('proposal.refuse', { operator: SECOND, proposal: id('proposal') }),
    'market.stop': busy('market.stop', { operator: FIRST, market: 101, state: 2 }),
    'user.freeze': busy('user.freeze', { operator: SUPPORT, user: BEN, locks: 2 }),
    // ── settings: the sequencer's until the first user ──
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
    'contract.closingRate': young('contract.closingRate', { market: 104, rate: 40_000 }),
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
    'withdrawal.rules': young('withdrawal.rules', { most: 1_000, day: 2_000 }),
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
    // Decisions about users and their deals need two staff members; a single one is refused.
    'deal.rule': young('deal.rule', { deal: id('appealed'), decision: 1 }, 404),
    'bond.pay': young('bond.pay', { deal: id('paid'), user: BEN, amount: 1 }, 404),
    correction: young('correction', { user: ANNA, asset: USDT, amount: 7, cause: 1 }, 404),
    'user.unfreeze': young('user.unfreeze', { user: CARL, locks: 1 }, 404),
    'account.link': young('account.link', { user: CARL, other: BEN }, 404),
    'account.unlink': young('account.unlink', { user: DORA }, 404),
  };
}
