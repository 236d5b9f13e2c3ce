// Changes of a rate while the hour's sweep lags behind: each hour costs what held in it (money §4).
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand, NEWEST_RULES, RULE } from '../../src/index.ts';
import { WORK_STEPS } from '../../src/steps.ts';
import { FIRST, grantAll, proposal, propose, SECOND } from '../desk/kit.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { partsOf } from '../kit/full.ts';
import { NO_KEY } from '../kit/world.ts';
import { assetsOf, CROSS, HOUR, ISOLATED, MarginWorld, setOf } from './kit.ts';

/** Debts of one borrower: three coins cross, two in each of two isolated wallets. */
const DEBTS = 7;
/** First rates: BTC 0.7 %, USDT 1 % an hour; then raised, then lowered. */
const RAISED = { [BTC]: { rate: 70_000_000 }, [USDT]: { rate: 100_000_000 } };
const LOWERED = { [BTC]: { rate: 1_000_000 }, [USDT]: { rate: 2_000_000 } };

const WALLETS = [
  [CROSS, 0],
  [ISOLATED, 1],
  [ISOLATED, 2],
] as const;

/** More debts than a batch has steps for; gives the last borrower. */
function crowd(rules: number): { readonly world: MarginWorld; readonly last: number } {
  const world = new MarginWorld({ rules, lending: 10_000_000, practice: [9_000, 50_000, 4_000_000], before: grantAll });
  const users = Math.ceil((WORK_STEPS * 1.5) / DEBTS);
  const first = 5;
  const commands: Command[] = [];
  for (let user = first; user < first + users; user += 1) {
    commands.push(command('user.open', { referrer: 0 }), command('practice.claim', { user, ...NO_KEY }));
    for (const [wallet, market] of WALLETS) {
      commands.push(
        command('wallet.transfer', { user, ...NO_KEY, from: 1, to: wallet, asset: USDT, amount: 400_000, market }),
      );
      for (const asset of market === 0 ? [BTC, ETH, USDT] : [market === 1 ? BTC : ETH, USDT])
        commands.push(world.borrowOf(user, wallet, asset, asset === USDT ? 1_000 : 100, market));
    }
  }
  const { exchange } = world;
  exchange.advance(world.time);
  for (const one of commands) expect(exchange.apply(encodeCommand(one), 0)).toBe(200);
  world.audit.fold(exchange.takeEvents(), world.time);
  return { world, last: first + users - 1 };
}

/** Batches without a command, so that work left over is done; margin leaves half of each to all else. */
function rest(world: MarginWorld): void {
  for (let batch = 0; batch < 6; batch += 1) world.batch([]);
}

/** A raise in force at noon, three and a half hours away from half past eleven on; a lower rate in the first batch after it. */
function changed(rules: number): { readonly world: MarginWorld; readonly last: number } {
  const { world, last } = crowd(rules);
  const approveOf = (id: number): Command => command('proposal.approve', { operator: SECOND, proposal: id });
  world.must(approveOf(propose(world, setOf({ assets: assetsOf(RAISED) })).result));
  world.wait(23.5 * HOUR);
  rest(world);
  const lower = world.must(proposal(FIRST, setOf({ assets: assetsOf(LOWERED) })));
  world.time += 3 * HOUR;
  world.batch([approveOf(lower)]);
  expect(world.emitted('margin.changed').map(({ rate }) => rate)).toContain(LOWERED[USDT].rate);
  const { rates } = partsOf(world.exchange).margin.context.tables;
  expect(rates.rowsUsed(), 'one rate for each coin, since the rule').toBe(rules < RULE.ratesByHour ? 0 : 3);
  world.exchange = world.twin();
  rest(world);
  expect(partsOf(world.exchange).margin.context.tables.rates.rowsUsed()).toBe(0);
  return { world, last };
}

/** Interest of 1,000 for so many hours at the first rate, the raised one. */
const costs = (first: number, raised: number): number => 10 * first + 100 * raised;

describe('money §4: two changes of a rate while debts are not yet counted', () => {
  it('since rules ratesByHour each hour costs what held in it', () => {
    const { world, last } = changed(NEWEST_RULES);
    for (let user = 5; user <= last; user += 1)
      for (const [wallet, market] of WALLETS)
        expect(world.owes(user, wallet, USDT, market), `user ${user}`).toEqual([1_000, costs(25, 2)]);
    world.wait(2 * HOUR);
    rest(world);
    expect(world.owes(last, ISOLATED, USDT, 2), 'and the third rate from its hour on').toEqual([
      1_000,
      costs(25, 2) + 2 + 2,
    ]);
  });

  it('before, an hour of before the first change cost the raised rate, for those whom the sweep had not reached', () => {
    const { world, last } = changed(RULE.ratesByHour - 1);
    expect(world.owes(5, CROSS, USDT)).toEqual([1_000, costs(25, 2)]);
    expect(world.owes(last, ISOLATED, USDT, 2)).toEqual([1_000, costs(24, 3)]);
  });
});
