// One valid command of each kind in one small scenario. Tests compare its effect on balances with `effects.ts`.
// Each product adds its commands by a function of the scenario. Commands that need two staff members go through a
// proposal.

import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, type CommandName, packText } from '../../src/index.ts';
import { agreed, deskWorld, FIRST, operatorOf, proposal, RISK, SECOND, SUPPORT } from '../desk/kit.ts';
import { BTC, command, ETH, HOURS, USDT, usual } from './genesis.ts';
import { ANNA, BEN, BUY, CARL, IOC, NO_KEY, NOON, SELL, type World } from './world.ts';
import { SLOT_END } from './slots.ts';

/** A world with an open item of every kind. */
export interface Scenario {
  readonly world: World;
  /** Anna's orders (a buy at 90 and one that waits) and Ben's (a sell at 110). */
  readonly annas: number;
  readonly bens: number;
  /** A proposal by the first operator. */
  readonly open: number;
}

/** The scenario: staff, three users, orders, quotes, money in several wallets and in the operator's accounts. */
export function stage(): Scenario {
  const funds = [10, 11, 13, 14, 15].flatMap((of) =>
    [BTC, ETH, USDT].map((asset) => ({ class: of, asset, amount: 100_000 })),
  );
  const world = deskWorld({ funds, calendar: HOURS, tiers: [{ volume: 0, maker: 20_000, taker: 30_000 }] });
  world.must(command('hours.set', { calendar: HOURS, sessions: [{ opens: NOON, closes: NOON + 10 ** 9 }] }));
  world.tick();
  world.quote(1, [
    [BUY, 95, 200],
    [SELL, 105, 200],
  ]);
  const annas = world.buy(ANNA, 5, 90);
  world.must(world.order(ANNA, { type: 3, price: 120, lots: 3, trigger: 115 }));
  const bens = world.sell(BEN, 5, 110);
  // Fees that may be moved.
  world.place(ANNA, { side: SELL, type: 1, timeInForce: IOC, price: 95, lots: 100 });
  world.transfer(ANNA, 1, 2, USDT, 500);
  world.must(command('user.freeze', { operator: operatorOf(SUPPORT), user: CARL, locks: 1 }));
  agreed(
    world,
    command('instrument.list', {
      instrument: 3,
      base: packText('BTC'),
      quote: packText('USDT'),
      category: 1,
      calendar: 0,
      tickDecimals: 0,
    }),
  );
  agreed(world, command('account.link', { user: ANNA, other: BEN }));
  const open = world.must(proposal(FIRST, command('correction', { user: ANNA, asset: USDT, amount: 7, cause: 1 })));
  world.wait(24 * 3_600_000);
  world.tick();
  // The quotes were withdrawn while the price was stale.
  world.quote(1, [
    [BUY, 95, 100],
    [SELL, 105, 200],
  ]);
  return { world, annas, bens, open };
}

export type Sounds = Partial<Readonly<Record<CommandName, (stage: Scenario) => Command>>>;

/** The commands of the first products and of the sequencer. */
const basics: Sounds = {
  epoch: () => command('epoch', { epoch: 4 }),
  seal: () => command('seal', { digest: [{ word: 1 }] }),
  // Takes out the quotes that it moves past.
  ticks: ({ world }) => world.ticks([11_600, 5_000]),
  'slot.end': () => SLOT_END,
  'maker.quote': () => command('maker.quote', { market: 1, levels: [{ side: BUY, price: 111, lots: 8 }] }),
  'hours.set': ({ world }) =>
    command('hours.set', { calendar: HOURS, sessions: [{ opens: world.time + 5, closes: NOON + 10 ** 9 }] }),
  'user.open': () => command('user.open', { referrer: BEN }),
  'user.set': () => command('user.set', { user: BEN, stage: 1, locks: 3 }),
  'key.void': ({ world }) =>
    command('key.void', { user: ANNA, keyTime: world.time, keyHigh: 1, keyLow: 2, bodyHash: 3 }),
  'order.place': ({ world }) => world.order(BEN, { price: 110, lots: 150 }),
  'order.amend': ({ annas }) => command('order.amend', { user: ANNA, ...NO_KEY, order: annas, price: 106, lots: 50 }),
  'order.cancel': ({ annas }) => command('order.cancel', { user: ANNA, ...NO_KEY, order: annas }),
  'order.cancelAll': () => command('order.cancelAll', { user: ANNA, ...NO_KEY, market: 0 }),
  'order.clear': () => command('order.clear', { user: ANNA, ...NO_KEY, wallet: 0, market: 0, reason: 3 }),
  'wallet.transfer': () =>
    command('wallet.transfer', { user: ANNA, ...NO_KEY, from: 2, to: 1, asset: USDT, amount: 400, market: 0 }),
  'practice.claim': () => command('practice.claim', { user: ANNA, ...NO_KEY }),
};

const desk: Sounds = {
  'agent.set': () => command('agent.set', { user: BEN, agent: ANNA, share: 100_000 }),
  'merchant.set': () => command('merchant.set', { user: BEN, merchant: 2 }),
  'proposal.make': () => proposal(SECOND, command('correction', { user: BEN, asset: USDT, amount: 9, cause: 1 })),
  'proposal.refuse': ({ open }) => command('proposal.refuse', { operator: SECOND, proposal: open }),
  'market.stop': () => command('market.stop', { operator: operatorOf(RISK), market: 1, state: 2 }),
  'user.freeze': () => command('user.freeze', { operator: operatorOf(SUPPORT), user: BEN, locks: 3 }),
  'desk.grant': () => command('desk.grant', { operator: 40, roles: 3 }),
  'asset.list': () => command('asset.list', { asset: 4, code: packText('SOL'), scale: 3 }),
  'instrument.list': () =>
    command('instrument.list', {
      ...{ instrument: 4, base: packText('ETH'), quote: packText('BTC'), category: 1, calendar: 0, tickDecimals: 0 },
    }),
  'market.list': () =>
    command('market.list', {
      ...{
        market: 3,
        instrument: 3,
        base: BTC,
        quote: USDT,
        tickDecimals: 0,
        lotDecimals: 1,
        minValue: 1,
        maxValue: 900,
      },
    }),
  'market.change': () => command('market.change', { market: 1, state: 3, minValue: 0, maxValue: 0 }),
  'market.steps': () => command('market.steps', { market: 1, instrument: 3, tickDecimals: 0, lotDecimals: 1 }),
  'parameters.set': () =>
    command('parameters.set', {
      tiers: [{ volume: 0, maker: 10_000, taker: 20_000 }],
      ...{ safety: usual.safety, first: usual.first, second: usual.second, third: usual.third },
    }),
  'account.link': () => command('account.link', { user: CARL, other: BEN }),
  'account.unlink': () => command('account.unlink', { user: ANNA }),
  'user.unfreeze': () => command('user.unfreeze', { user: CARL, locks: 1 }),
  'treasury.move': () => command('treasury.move', { from: 8, to: 11, asset: USDT, amount: 10 }),
  correction: () => command('correction', { user: ANNA, asset: USDT, amount: 50, cause: 3 }),
};

/** Every valid command so far. */
export const sounds: Sounds = { ...basics, ...desk };

/** Whose money a command concerns: its user's, the market maker's, or (0) no particular account's. */
export function senderOf(one: Command): number {
  return 'user' in one ? one.user : one.name === 'maker.quote' || one.name === 'maker.transfer' ? MARKET_MAKER : 0;
}
