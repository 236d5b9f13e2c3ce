// The planted bugs of the simulator's test, each with the finding that names it.

import { vi } from 'vitest';
import { TIMER, Timers } from '../../src/clock/index.ts';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { FrozenOrders } from '../../src/order/frozen.ts';
import { StaleQuotes } from '../../src/order/stale-quotes.ts';
import { Keys } from '../../src/idempotency/index.ts';
import { Ledger } from '../../src/ledger/index.ts';
import { DEALS } from '../../src/otc/states.ts';
import { OtcContext } from '../../src/otc/context.ts';
import { Gaps } from '../../src/perpetual/closing-hours/gaps.ts';
import { Insurance } from '../../src/perpetual/insurance/insurance.ts';
import { Inventory } from '../../src/perpetual/insurance/inventory.ts';
import { Liquidation } from '../../src/perpetual/risk/liquidation.ts';
import { Premiums } from '../../src/perpetual/funding/premium.ts';
import { Takeover } from '../../src/perpetual/insurance/takeover.ts';
import { RULE } from '../../src/rules.ts';
import { TableBase } from '../../src/state/index.ts';
import { ExternalIds } from '../../src/wallet/external.ts';
import { Deposits } from '../../src/wallet/deposit.ts';
import { Wallet } from '../../src/wallet/index.ts';
import { HourlyGrants } from '../../src/wallet/hourly-grants.ts';
import { WithdrawalQueue } from '../../src/wallet/withdrawal/queue.ts';
import { SwapPricing } from '../../src/wallet/swap-price.ts';
import { WithdrawalPasses } from '../../src/wallet/passes.ts';
import { WITHDRAWALS } from '../../src/wallet/withdrawal/states.ts';

const { post } = Ledger.prototype;

interface Canary {
  readonly what: string;
  /** Name that the mocks above know. */
  readonly name?: string;
  /** Plants it otherwise; gives back what takes it out again. */
  readonly plant?: () => () => void;
  readonly options?: {
    readonly seed?: number;
    readonly commands?: number;
    readonly refusals?: number;
    readonly snapshot?: number;
    readonly crash?: number;
  };
  readonly found: RegExp;
}

/** Counts, to do something once in so many. */
function every(times: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % times === 0;
  };
}

export const canaries: readonly Canary[] = [
  { what: 'a fee rounded down', name: 'fee down', found: /pays a fee of/ },
  {
    what: 'a referrer’s share above its part',
    name: 'share',
    found: /rebate|fee of user|safety|has \d+, what happened/,
  },
  { what: 'a fee shared as if another had paid it', name: 'fee side', found: /rebate|what happened makes it/ },
  {
    what: 'a swap a billionth cheaper than its spread',
    name: 'swap half',
    found: /money §8: swap \d+ of \d+ from asset/,
  },
  {
    what: 'a swap that its windows forget',
    plant: () => {
      const skip = every(3);
      const { count } = SwapPricing.prototype;
      const spy = vi.spyOn(SwapPricing.prototype, 'count').mockImplementation(function (this: SwapPricing, ...given) {
        if (!skip()) count.apply(this, given);
      });
      return () => spy.mockRestore();
    },
    found: /money §8: swap \d+ of \d+ from asset/,
  },
  { what: 'a stop that fills far from the index', name: 'far stop', found: /money §2: triggered order/ },
  { what: 'a win rounded up', name: 'win up', found: /may win/ },
  { what: 'a tie that wins', name: 'tie wins', found: /ends with 1|it is 3/ },
  { what: 'a settlement a second late', name: 'late', found: /is not settled|is settled by tick|is void though/ },
  { what: 'funding received rounded up', name: 'funding up', found: /of funding, due|within its class/ },
  {
    what: 'a premium of the last moment of each minute alone',
    plant: () => {
      const { count } = Premiums.prototype;
      const spy = vi.spyOn(Premiums.prototype, 'count').mockImplementation(function (this: Premiums, market, time) {
        if (time % 60_000 === 0) count.call(this, market, time);
      });
      return () => spy.mockRestore();
    },
    found: /money §3: premiums .*, ticks make/,
  },
  {
    what: 'a cap of funding that is forgotten',
    name: 'no cap',
    options: { commands: 2_000 },
    found: /money §3: a funding rate of/,
  },
  {
    what: 'capped funding that does not become hourly',
    name: 'no pace',
    options: { seed: 9, commands: 2_000 },
    found: /money §3: market 104 settles funding next/,
  },
  {
    what: 'a part of a cost that stays behind',
    name: 'released',
    found: /its fills make|what happened makes it|clearing/,
  },
  { what: 'an hour without interest', name: 'hour', found: /the hours begun make/ },
  { what: 'a liquidation above maintenance', name: 'early', found: /12\.9|liquidat|endangered|trigger/ },
  {
    what: 'a liquidation by the mark',
    name: 'by mark',
    options: { seed: 7 },
    found: /12\.9.*with equity|loses \d+ against the index/,
  },
  {
    what: 'a crossing before a close that is not in proportion',
    name: 'not in proportion',
    options: { seed: 3, commands: 8_000 },
    found: /lots of position \d+ are crossed, its part is/,
  },
  {
    what: 'a lot too many reduced before a close',
    name: 'too few covered',
    options: { seed: 3, commands: 8_000 },
    found: /the excess of position \d+ is emitted/,
  },
  {
    what: 'a gap of the closed hours that is taken for an ordinary loss',
    plant: () => {
      const spy = vi.spyOn(Gaps.prototype, 'closed').mockImplementation(() => undefined);
      return () => spy.mockRestore();
    },
    options: { seed: 6, commands: 8_000 },
    found: /liquidated in a gap/,
  },
  {
    what: 'a hold that is not released',
    plant: () => {
      const skip = every(40);
      const spy = vi.spyOn(Ledger.prototype, 'post').mockImplementation(function (this: Ledger, slot, available, held) {
        const { accounts } = this;
        const release = held < 0 && available === -held && accounts.class[slot] === ACCOUNT_CLASS.wallet;
        if (!release || !skip()) post.call(this, slot, available, held);
      });
      return () => spy.mockRestore();
    },
    // By the auditor, or by the exchange's own walk over all, whichever comes first.
    found: /what is open holds|Expected account \d+ to hold/,
  },
  {
    what: 'a lock that stays when its deal or offer is over',
    plant: () => {
      const spy = vi.spyOn(OtcContext.prototype, 'unlock').mockImplementation(() => undefined);
      return () => spy.mockRestore();
    },
    // By the auditor, or by the exchange's own walk over all, whichever comes first.
    found: /what is open holds|what happened makes it|Expected account \d+ to hold/,
  },
  {
    what: 'a deal that is cancelled after it was paid',
    plant: () => {
      const paid = DEALS[1] as number[];
      const before = [...paid];
      paid[1] = 3;
      return () => void paid.splice(0, paid.length, ...before);
    },
    found: /deal \d+ goes from state 1 to 3/,
  },
  {
    what: 'a withdrawal cancelled after it was signed',
    plant: () => {
      const signed = WITHDRAWALS[3] as number[];
      const before = [...signed];
      signed[2] = 8;
      return () => void signed.splice(0, signed.length, ...before);
    },
    found: /withdrawal \d+ goes from 3 to 8/,
  },
  {
    what: 'a large withdrawal passed without a person',
    plant: () => {
      const all = vi.spyOn(WithdrawalPasses.prototype, 'most').mockReturnValue(2 ** 40);
      return () => all.mockRestore();
    },
    options: { seed: 6 },
    found: /withdrawal \d+ passes with \d+/,
  },
  {
    what: 'withdrawals passed beyond a day’s sum',
    plant: () => {
      const left = vi.spyOn(WithdrawalPasses.prototype, 'leftToday').mockReturnValue(2 ** 40);
      return () => left.mockRestore();
    },
    options: { seed: 8 },
    found: /withdrawal \d+ passes with \d+/,
  },
  {
    what: 'a withdrawal signed before its turn',
    plant: () => {
      const all = vi.spyOn(WithdrawalQueue.prototype, 'isGranted').mockReturnValue(true);
      return () => all.mockRestore();
    },
    options: { seed: 1 },
    found: /withdrawal \d+ is signed without a grant/,
  },
  {
    what: 'a withdrawal granted whatever the hourly limit',
    plant: () => {
      const all = vi.spyOn(HourlyGrants.prototype, 'fits').mockReturnValue(true);
      return () => all.mockRestore();
    },
    options: { seed: 12 },
    found: /withdrawal \d+ of \d+ is granted; \d+ of \d+ are used/,
  },
  {
    what: 'a deposit credited twice',
    plant: () => {
      const spy = vi.spyOn(ExternalIds.prototype, 'find').mockReturnValue(0);
      return () => spy.mockRestore();
    },
    found: /second time|the only one of its external id/,
  },
  {
    what: 'a deposit below the minimum that comes back credited',
    plant: () => {
      const inside = Deposits.prototype as unknown as { wasCredited: () => boolean };
      const spy = vi.spyOn(inside, 'wasCredited').mockReturnValue(true);
      return () => spy.mockRestore();
    },
    options: { seed: 12 },
    found: /comes back with status 1, it had 2/,
  },
  {
    what: 'a fill of the book that takes from the insurance fund',
    plant: () => {
      const { weigh } = Insurance.prototype;
      const spy = vi.spyOn(Insurance.prototype, 'weigh').mockImplementation(function (this: Insurance, ...given) {
        const { clock } = (this as unknown as { context: { clock: { rules: number } } }).context;
        const { rules } = clock;
        clock.rules = RULE.solventWaits - 1;
        const moved = weigh.apply(this, given);
        clock.rules = rules;
        return moved;
      });
      return () => spy.mockRestore();
    },
    options: { seed: 4 },
    found: /the insurance fund pays \d+ for fills of the book/,
  },
  {
    what: 'a solvent position that is deleveraged for want of orders',
    plant: () => {
      const inside = Liquidation.prototype as unknown as { solvent: () => boolean };
      const spy = vi.spyOn(inside, 'solvent').mockReturnValue(false);
      return () => spy.mockRestore();
    },
    found: /is (?:taken over|deleveraged) with equity \d+ for want of orders/,
  },
  {
    what: 'a takeover whatever the bounds of the fund',
    plant: () => {
      const { mayLose } = Inventory.prototype;
      const spy = vi.spyOn(Inventory.prototype, 'mayLose').mockImplementation(function (this: Inventory, market) {
        mayLose.call(this, market);
        return Number.MAX_SAFE_INTEGER;
      });
      const all = vi.spyOn(Inventory.prototype, 'takes').mockImplementation((_market, lots) => lots);
      return () => {
        spy.mockRestore();
        all.mockRestore();
      };
    },
    found: /the fund lost \d+ of \d+|the fund has \d+ and holds/,
  },
  {
    what: 'a takeover of lots whose other side the same person holds',
    plant: () => {
      const inside = Takeover.prototype as unknown as { foreign: (slot: number, lots: number) => number };
      const spy = vi.spyOn(inside, 'foreign').mockImplementation((_slot, lots) => lots);
      return () => spy.mockRestore();
    },
    options: { seed: 1 },
    found: /lots of user \d+ are taken over, they have|takes over from the market maker/,
  },
  {
    what: 'quotes that stay at a stale price',
    plant: () => {
      const spy = vi.spyOn(StaleQuotes.prototype, 'busy').mockReturnValue(false);
      return () => spy.mockRestore();
    },
    found: /a quote of the market maker fills while instrument \d+ is stale/,
  },
  {
    what: 'a key that is forgotten',
    plant: () => {
      const skip = every(3);
      const { add } = Keys.prototype;
      const spy = vi.spyOn(Keys.prototype, 'add').mockImplementation(function (this: Keys, ...given) {
        if (!skip()) add.apply(this, given);
      });
      return () => spy.mockRestore();
    },
    found: /12\.13|credited|another body/,
  },
  {
    what: 'a snapshot that forgets a column',
    plant: () => {
      const { save } = TableBase.prototype;
      const spy = vi.spyOn(TableBase.prototype, 'save').mockImplementation(function (this: TableBase) {
        const part = save.call(this);
        if (this.name !== 'timers') return part;
        const columns = part.columns.map((one) =>
          one.name === 'item' ? { ...one, data: one.data.slice().fill(0) } : one,
        );
        return { ...part, columns };
      });
      return () => spy.mockRestore();
    },
    options: { snapshot: 500, crash: 1_500 },
    found: /12\.5/,
  },
  {
    what: 'a timer that is lost',
    plant: () => {
      const { add } = Timers.prototype;
      const spy = vi.spyOn(Timers.prototype, 'add').mockImplementation(function (this: Timers, due, kind, id) {
        if (kind !== TIMER.deal) add.call(this, due, kind, id);
      });
      return () => spy.mockRestore();
    },
    found: /to be paid by|still open/,
  },
  {
    what: 'orders of a frozen customer that stay',
    plant: () => {
      const spy = vi.spyOn(FrozenOrders.prototype, 'busy').mockReturnValue(false);
      return () => spy.mockRestore();
    },
    options: { seed: 1 },
    found: /opening order \d+ fills, its user \d+ was frozen/,
  },
  {
    what: 'a refusal that writes',
    plant: () => {
      const { decide } = Wallet.prototype;
      const spy = vi.spyOn(Wallet.prototype, 'decide').mockImplementation(function (this: Wallet, words, at, kind) {
        const code = decide.call(this, words, at, kind);
        const inside = this as unknown as { context: { users: { rows: { claimed: Int32Array } } } };
        if (code !== 200) inside.context.users.rows.claimed[words[at + 2] as number] = 1;
        return code;
      });
      return () => spy.mockRestore();
    },
    options: { refusals: 5 },
    found: /changed the state/,
  },
];
