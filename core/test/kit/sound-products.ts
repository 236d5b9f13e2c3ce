// Valid commands of the products, in a scenario with open contracts, loans, second contracts, stakes, deposits,
// withdrawals, swaps and rewards, built with the products' own kits.

import { type Command, type CommandName, packText } from '../../src/index.ts';
import { agreed, FIRST, grantAll, people } from '../desk/kit.ts';
import * as earn from '../earn/kit.ts';
import * as loan from '../loan/kit.ts';
import * as margin from '../margin/kit.ts';
import * as otc from '../otc/kit.ts';
import * as perpetual from '../perpetual/kit.ts';
import * as second from '../second/kit.ts';
import * as wallet from '../wallet/kit.ts';
import { BTC, command, ETH, USDT } from './genesis.ts';
import { ANNA, BEN, BUY, CARL, NO_KEY, SELL, World } from './world.ts';

/** The open items of the scenario, by id. */
export interface Products {
  readonly world: World;
  /** Anna's isolated long, Ben's isolated short. */
  readonly position: number;
  /** Anna's stake. */
  readonly stake: number;
  /** Withdrawals: one in review, one broadcast. */
  readonly review: number;
  readonly broadcast: number;
  /** Anna's loans: one in review, one approved. */
  readonly applied: number;
  readonly lent: number;
  /** Anna's offers to sell and buy, and her deals: one she must pay, one paid, one appealed. */
  readonly offer: number;
  readonly buying: number;
  readonly toPay: number;
  readonly paid: number;
  readonly appealed: number;
  readonly released: number;
}

const everything = [10, 11, 12, 13, 14, 15].flatMap((of) =>
  [BTC, ETH, USDT].map((asset) => ({ class: of, asset, amount: 50_000 })),
);

/** A `contract.place` in this scenario. */
function contract(user: number, fields: Readonly<Record<string, number>>): Command {
  return command('contract.place', {
    ...{ user, ...NO_KEY, market: perpetual.U, direction: perpetual.OPEN_LONG, marginMode: perpetual.ISOLATED },
    ...{ leverage: 10, type: 1, timeInForce: 1, price: 100, lots: 50, trigger: 0, triggerBy: 1, stopProfit: 0 },
    ...{ stopLoss: 0, guardBy: 1, selfTrade: 1, ...fields },
  });
}

function campaign(world: World, id: number, opens: number): Command {
  return command('campaign.fund', {
    ...{
      campaign: id,
      asset: USDT,
      each: 30,
      total: 100,
      opens: world.time + opens,
      closes: world.time + 10 ** 8,
      stage: 1,
    },
  });
}

export function productStage(): Products {
  const funds = everything.filter(({ class: of }) => of !== 12);
  const world = new World({ funds, practice: [9_000, 50_000, 400_000] }, 0);
  grantAll(world);
  const setups: Command[] = [
    command('contract.fees', { tiers: perpetual.FEES }),
    perpetual.listOf(),
    // With its own trading hours.
    command('instrument.list', {
      ...{ instrument: 40, base: packText('XAU'), quote: packText('USD'), category: 5, calendar: 40, tickDecimals: 0 },
    }),
    perpetual.listOf({ market: perpetual.HOURLY, instrument: 40, tickDecimals: 0, perLot: 10 }),
    margin.setOf(),
    second.setOf(),
    earn.setOf(earn.STAKING),
    ...[BTC, ETH, USDT].map((asset) => wallet.rail(asset)),
    wallet.limits({ threshold: 100 }),
    wallet.rules(),
    wallet.swaps(),
    loan.productOf(),
    otc.terms(),
  ];
  for (const one of setups) world.must(one);
  people(world);
  for (const user of [ANNA, BEN, CARL]) {
    wallet.stage(world, user, 2);
    for (const to of [2, 4, 6]) world.transfer(user, 1, to, USDT, 30_000);
    world.transfer(user, 1, 4, BTC, 300);
  }
  world.must(command('maker.transfer', { from: 1, to: 2, asset: USDT, amount: 100_000 }));
  world.tick();
  world.must(contract(BEN, { direction: perpetual.OPEN_SHORT }));
  world.must(contract(ANNA, {}));
  const position = world.emitted('position.changed').find(({ user }) => user === ANNA)!.position;
  world.quote(perpetual.U, [
    [BUY, 99, 300],
    [SELL, 101, 300],
  ]);
  world.must(command('debt.borrow', { user: ANNA, ...NO_KEY, wallet: 4, market: 0, asset: USDT, amount: 1_000 }));
  const stake = world.must(
    command('earn.buy', { user: ANNA, ...NO_KEY, product: earn.STAKING, amount: 1_000, version: 1 }),
  );
  world.must(wallet.credit(ANNA, USDT, 500, 1));
  world.must(wallet.credit(BEN, USDT, 300, 90));
  world.must(wallet.reverse(90));
  const [review, broadcast] = [1, 2].map(() => world.must(wallet.request(ANNA, USDT, 50))) as [number, number];
  world.must(wallet.review(broadcast, 1, FIRST));
  for (const step of [wallet.SIGNED, wallet.BROADCAST]) world.must(wallet.step(broadcast, step));
  agreed(world, campaign(world, 1, 1_000));
  const loanOf = (amount: number): Command =>
    command('loan.apply', { user: ANNA, ...NO_KEY, product: 1, amount, days: 7, repayType: 1 });
  const lent = world.must(loanOf(500));
  world.must(command('loan.decide', { operator: FIRST, loan: lent, decision: 1 }));
  const applied = world.must(loanOf(600));
  otc.merchant(world, ANNA, otc.MERCHANT);
  world.must(otc.bond('lock', ANNA, otc.TERMS.bond));
  const offer = world.must(otc.offer(ANNA, otc.MERCHANT_SELLS));
  const buying = world.must(otc.offer(ANNA, otc.MERCHANT_BUYS));
  const toPay = world.must(otc.deal(BEN, buying, 20));
  const [paid, appealed] = [BEN, CARL].map((user) => world.must(otc.deal(user, offer, 20))) as [number, number];
  world.must(otc.act('paid', BEN, paid));
  world.must(otc.act('paid', CARL, appealed));
  world.must(otc.act('appeal', CARL, appealed));
  const released = world.must(otc.deal(BEN, offer, 20));
  world.must(otc.act('paid', BEN, released));
  world.must(otc.act('release', ANNA, released));
  // A former merchant, whose bond is released after its lock time.
  otc.merchant(world, CARL, otc.MERCHANT);
  world.must(otc.bond('lock', CARL, otc.TERMS.bond));
  world.wait(1_000);
  world.tick();
  world.must(wallet.placed(ANNA, USDT, BTC, 2_000));
  return { world, position, stake, review, broadcast, applied, lent, offer, buying, toPay, paid, appealed, released };
}

export const productSounds: Partial<Readonly<Record<CommandName, (stage: Products) => Command>>> = {
  // Contracts.
  'contract.place': () => contract(CARL, { price: 101 }),
  'position.closeProven': ({ position, world }) =>
    command('position.closeProven', { user: ANNA, ...NO_KEY, position, proven: world.time }),
  'position.close': ({ position }) => command('position.close', { user: ANNA, ...NO_KEY, position }),
  'position.closeMany': () =>
    command('position.closeMany', { user: BEN, ...NO_KEY, type: 2, markets: [{ market: perpetual.U }] }),
  'position.margin': ({ position }) =>
    command('position.margin', { user: ANNA, ...NO_KEY, position, flag: 1, amount: 50 }),
  'position.guard': ({ position }) =>
    command('position.guard', {
      user: ANNA,
      ...NO_KEY,
      position,
      stopProfit: 120,
      stopLoss: 95,
      triggerBy: 1,
      lots: 0,
    }),
  'position.guardSide': ({ position }) =>
    command('position.guardSide', { user: ANNA, ...NO_KEY, position, guard: 2, trigger: 95, triggerBy: 1, lots: 0 }),
  'leverage.set': () =>
    command('leverage.set', {
      user: ANNA,
      ...NO_KEY,
      market: perpetual.U,
      marginMode: perpetual.ISOLATED,
      leverage: 5,
    }),
  'contract.list': () => perpetual.listOf({ market: 105 }),
  'contract.change': () => command('contract.change', { market: perpetual.U, impact: 5_000, tiers: perpetual.TIERS }),
  'contract.closingRate': () => command('contract.closingRate', { market: perpetual.HOURLY, rate: 40_000 }),
  'contract.fees': () => command('contract.fees', { tiers: perpetual.FEES.map(() => ({ maker: 0, taker: 1 })) }),
  // Borrowing.
  'debt.borrow': () =>
    command('debt.borrow', { user: ANNA, ...NO_KEY, wallet: 4, market: 0, asset: USDT, amount: 500 }),
  'debt.repay': () => command('debt.repay', { user: ANNA, ...NO_KEY, wallet: 4, market: 0, asset: USDT, amount: 0 }),
  'debt.leverage': () => command('debt.leverage', { user: BEN, ...NO_KEY, wallet: 5, market: 1, leverage: 5 }),
  'margin.set': () => margin.setOf(),
  // Second contracts, staking.
  'second.open': () =>
    command('second.open', {
      ...{
        user: ANNA,
        ...NO_KEY,
        market: second.M1,
        direction: second.UP,
        seconds: 30,
        amount: 100,
        terms: second.ODDS,
      },
    }),
  'second.set': () => second.setOf({ most: 30_000 }),
  'earn.buy': () => command('earn.buy', { user: BEN, ...NO_KEY, product: earn.STAKING, amount: 500, version: 1 }),
  'earn.redeem': ({ stake }) => command('earn.redeem', { user: ANNA, ...NO_KEY, stake, receive: 990 }),
  'earn.set': () => earn.setOf(earn.LOCKED),
  // Deposits, withdrawals and transfers.
  'maker.transfer': () => command('maker.transfer', { from: 2, to: 1, asset: USDT, amount: 10 }),
  'swap.place': () => wallet.placed(BEN, USDT, BTC, 2_000),
  // Anna's swap into BTC is waiting.
  'swap.set': () => wallet.swaps({ [USDT]: 0, [ETH]: 30_000 }),
  'reward.claim': () => command('reward.claim', { user: ANNA, ...NO_KEY, campaign: 1 }),
  'campaign.fund': ({ world }) => campaign(world, 2, 5_000),
  'deposit.credit': () => wallet.credit(BEN, BTC, 70, 9),
  'deposit.restore': () => wallet.restore(90),
  'deposit.reverse': () => wallet.reverse(1),
  'withdrawal.request': () => wallet.request(BEN, USDT, 40),
  'withdrawal.cancel': ({ review }) => wallet.cancelled(ANNA, review),
  'withdrawal.approve': ({ review }) => wallet.review(review, 2, FIRST),
  'withdrawal.pass': ({ review }) => wallet.passed(review),
  'withdrawal.step': ({ broadcast }) => wallet.step(broadcast, wallet.CONFIRMED, 1, USDT),
  'withdrawal.failProven': ({ broadcast }) => wallet.failProven(broadcast),
  'withdrawal.replan': ({ broadcast }) => wallet.replan(broadcast),
  // Loans.
  'loan.apply': () => command('loan.apply', { user: BEN, ...NO_KEY, product: 1, amount: 300, days: 7, repayType: 2 }),
  'loan.repay': ({ lent }) => command('loan.repay', { user: ANNA, ...NO_KEY, loan: lent, amount: 0 }),
  'loan.decide': ({ applied }) => command('loan.decide', { operator: FIRST, loan: applied, decision: 1 }),
  'loan.set': () => loan.productOf({ product: 2 }),
  // OTC.
  'offer.open': () => otc.offer(ANNA, otc.MERCHANT_SELLS),
  'offer.close': ({ offer }) => otc.close(ANNA, offer),
  'deal.open': ({ buying }) => otc.deal(CARL, buying, 15),
  'deal.paid': ({ toPay }) => otc.act('paid', ANNA, toPay),
  'deal.cancel': ({ toPay }) => otc.act('cancel', ANNA, toPay),
  'deal.release': ({ paid }) => otc.act('release', ANNA, paid),
  'deal.appeal': ({ paid }) => otc.act('appeal', ANNA, paid),
  'deal.rule': ({ appealed }) => otc.rule(appealed, 1),
  'bond.lock': () => otc.bond('lock', ANNA, 10),
  'bond.free': () => otc.bond('free', CARL, otc.TERMS.bond),
  'bond.pay': ({ released }) => otc.claim(released, BEN, 5),
  'otc.set': () => otc.terms(),
  'rail.set': () => wallet.rail(USDT, { rail: 7 }),
  'withdrawal.limits': () => wallet.limits({ vip: 6_000 }),
  'withdrawal.rules': () => wallet.rules({ most: 1 }),
};
