// Schema of perpetual contracts (money §3): commands 40–49, 97 and 300–304, events 180–189, 330–332, 350–354 and
// 360–364.

import { list, MAX_ORDER_ATOMS, MAX_TICKS, word } from './field.ts';
import { asset, key, market, row, signed, user } from './words.ts';

/** Most tiers of one contract. */
export const MAX_CONTRACT_TIERS = 16;
/** Most positions that one command closes. */
export const MAX_CLOSE_MANY = 200;

/** 1 open long, 2 open short, 3 close long, 4 close short. */
const direction = word('code', 1, 4);
/** 1 cross, 2 isolated. */
const marginMode = word('code', 1, 2);
/** 1 long, 2 short. */
const side = word('code', 1, 2);
/** 1 mark, 2 last. */
const by = word('code', 1, 2);
const ticks = word('ticks', 0, MAX_TICKS);
const lots = word('lots', 0, MAX_ORDER_ATOMS);

const contractRow = {
  market,
  /** 2 USDT perpetual (linear, settled in `settle`), 3 coin-margined perpetual (inverse). */
  type: word('code', 2, 3),
  instrument: word('instrument', 1, 65_535),
  /** Asset of margin, profit and fees: USDT, or the coin. */
  settle: asset,
  tickDecimals: word('code', 0, 12),
  /** Linear: decimals of one lot of the base. Inverse: 0, because a lot is one contract. */
  lotDecimals: word('code', 0, 12),
  /**
   * Linear: settle atoms of value per lot and tick (K). Inverse: settle atoms × ticks of one contract (F): value = lots
   * × F ÷ ticks.
   */
  perLot: word('atoms', 1),
  /** Inverse: whole USD of one contract (100 or 10). Linear: 0. */
  face: word('code', 0, 100_000),
  /** Minimum and maximum value of one order: linear in settle atoms, inverse in whole USD. */
  minValue: word('atoms', 0, MAX_ORDER_ATOMS),
  maxValue: word('atoms', 1, MAX_ORDER_ATOMS),
  /** Published impact notional for mark and funding: linear in settle atoms, inverse in whole USD. */
  impact: word('atoms', 1, MAX_ORDER_ATOMS),
  /** Hours of one funding interval. Funding is settled at its multiples from 00:00 UTC. */
  fundingHours: word('code', 1, 24),
} as const;

/** Maintenance tiers by position value (linear: settle atoms; inverse: whole USD): rate, maximum leverage. */
const tierRow = { cap: word('atoms', 1), rate: word('ppm', 1, 500_000), leverage: word('code', 1, 200) } as const;

export const contractCommands = {
  /** Places an order of a contract. The answer is its id. */
  'contract.place': {
    kind: 40,
    sender: 'user',
    fields: {
      ...{ user, ...key, market, direction, marginMode },
      /** For an opening order; 0 for a closing one. Must equal the position's leverage when one is open. */
      leverage: word('code', 0, 200),
      /** As in order.place. */
      type: word('code', 1, 6),
      timeInForce: word('code', 1, 4),
      ...{ price: ticks, lots, trigger: ticks, triggerBy: by },
      /** For the position that the order opens; 0 none. */
      ...{ stopProfit: ticks, stopLoss: ticks, guardBy: by },
      selfTrade: word('code', 1, 3),
    },
  },
  /** Quick close: the whole position by market order, reduce-only. The answer is the closing order's id. */
  'position.close': { kind: 41, sender: 'user', fields: { user, ...key, position: row } },
  /**
   * The same, also for a frozen user: within 1 % of the index, at most 5 minutes after `proven`, when the server
   * verified their second factor or fund password. The answer is the closing order's id.
   */
  'position.closeProven': {
    kind: 47,
    sender: 'user',
    fields: { user, ...key, position: row, proven: word('ms', 1) },
  },
  /** Closes all positions in the given markets. The answer is how many positions closed or began to. */
  'position.closeMany': {
    kind: 42,
    sender: 'user',
    fields: { user, ...key, type: word('code', 2, 3), markets: list(MAX_CLOSE_MANY, { market }) },
  },
  /** Adds to (flag 1) or takes from (flag 2) an isolated position's margin. */
  'position.margin': {
    kind: 43,
    sender: 'user',
    fields: { user, ...key, position: row, flag: word('code', 1, 2), amount: word('atoms', 1, MAX_ORDER_ATOMS) },
  },
  /** Sets take-profit and stop-loss of a position; 0 removes one. lots 0: the whole position. They hold nothing. */
  'position.guard': {
    kind: 44,
    sender: 'user',
    fields: { user, ...key, position: row, stopProfit: ticks, stopLoss: ticks, triggerBy: by, lots },
  },
  /** Sets one of them: `guard` 1 take-profit, 2 stop-loss; the other stays unchanged. `trigger` 0 removes it. */
  'position.guardSide': {
    kind: 46,
    sender: 'user',
    fields: { user, ...key, position: row, guard: word('code', 1, 2), trigger: ticks, triggerBy: by, lots },
  },
  /** Leverage of a user's open and future positions of one market and margin mode. */
  'leverage.set': {
    kind: 45,
    sender: 'user',
    fields: { user, ...key, market, marginMode, leverage: word('code', 1, 200) },
  },
  /** Lists a contract with its tiers. `contract.change` changes it. */
  'contract.list': {
    kind: 300,
    sender: 'setup',
    fields: { ...contractRow, tiers: list(MAX_CONTRACT_TIERS, tierRow) },
  },
  /** New tiers of a contract: looser ones at once, stricter ones by timer after 24 h. */
  'contract.change': {
    kind: 301,
    sender: 'setup',
    fields: { market, impact: word('atoms', 1, MAX_ORDER_ATOMS), tiers: list(MAX_CONTRACT_TIERS, tierRow) },
  },
  /**
   * Closing rate of a contract on an instrument with hours, millionths of the value: a lower one at once, a higher one
   * after 24 h. A contract is listed with the rate of its class.
   */
  'contract.closingRate': {
    kind: 97,
    sender: 'setup',
    fields: { market, rate: word('ppm', 1, 1_000_000) },
  },
  /** Contract fee tiers, by the same 30-day turnover as spot's: maker and taker of tier n. */
  'contract.fees': {
    kind: 302,
    sender: 'setup',
    fields: { tiers: list(16, { maker: word('ppm', 0, 100_000), taker: word('ppm', 0, 100_000) }) },
  },
} as const;

export const contractEvents = {
  /**
   * Since rules `closingHours`: the next close of a calendar; when it opens again (0: unknown); whether it is closed
   * for more than 24 h, which doubles closing rates; and how near it is: 1 the last hour, 2 the last ten minutes.
   */
  'market.closing': {
    kind: 350,
    fields: {
      calendar: word('calendar', 1, 255),
      ...{ phase: word('code', 0, 2), closes: word('ms'), opens: word('ms'), doubled: word('code', 0, 1) },
    },
  },
  /** Closing rate of a contract, millionths of a position's value. */
  'contract.closingRate': { kind: 351, fields: { market, rate: word('ppm', 1, 1_000_000), version: word('code', 1) } },
  /**
   * Ten minutes before a close: lots of a position that its equity at the index does not cover at the closing rate.
   * step: 1 measured, 2 what crossing left, which is now sold or bought in the book (`value` 0); the order follows.
   */
  'closing.excess': {
    kind: 352,
    fields: {
      ...{ market, position: row, user, side, step: word('code', 1, 2), lots },
      ...{ rate: word('ppm'), index: word('cents'), equity: signed, value: word('atoms') },
    },
  },
  /**
   * Excess lots of a long closed against the same number of a short, without fees, at the index value; entries follow.
   */
  'closing.crossed': {
    kind: 353,
    fields: {
      ...{ market, long: row, longUser: user, short: row, shortUser: user },
      ...{ lots, value: word('atoms'), index: word('cents') },
    },
  },
  /** A position is below maintenance after a close: the insurance fund pays nothing for it. */
  'gap.borne': { kind: 354, fields: { market, position: row, user } },
  /**
   * Since rules `fundTakesOver`: the insurance fund takes over lots of a bankrupt position at `value`, their bankruptcy
   * value; entries follow. `equity` and `maintenance` are before it, of the position or its wallet, at the index.
   * `loss`: how much worse than the index `value` is for the fund, with losses from netting. `netted` 1: the lots
   * closed against opposite ones of the fund at the index, and `profit` is what both realised. `insurance`: an atom
   * that covers rounding.
   */
  'fund.takeover': {
    kind: 360,
    fields: {
      ...{ market, position: row, user, side, lots, value: word('atoms'), index: word('cents') },
      ...{ equity: signed, maintenance: word('atoms'), loss: word('atoms'), netted: word('code', 0, 1) },
      ...{ profit: signed, insurance: signed },
    },
  },
  /**
   * The insurance fund's inventory in a market (`side` 0: none): its cost, and its value at the index when taken over.
   * `used` of `hour` atoms may be lost in the market in the hour that began at `since`; `dayUsed` of `day` in all
   * markets of the settle asset on its UTC day.
   */
  'fund.inventory': {
    kind: 361,
    fields: {
      ...{ market, side: word('code', 0, 2), lots, cost: word('atoms'), value: word('atoms') },
      ...{ since: word('ms'), used: word('atoms'), hour: word('atoms') },
      ...{ asset, dayUsed: word('atoms'), day: word('atoms') },
    },
  },
  /**
   * After the fills of a slice that the insurance fund unwound. `order`: the id that its fills name as the taker's;
   * `side` and `held`: its inventory before. `depth`: lots that were within 0.2 % of the index. `loss`: against the
   * index at the takeover. `moment` is `minute` + `draw` mod 60,000; `draw`: the first 32 bits of the event hash of the
   * journal row before the one in which that minute began.
   */
  'fund.slice': {
    kind: 362,
    fields: {
      ...{ market, side, order: word('order', 1), held: lots, depth: lots, lots, value: word('atoms') },
      ...{ index: word('cents'), profit: signed, loss: word('atoms') },
      ...{ minute: word('ms'), moment: word('ms'), draw: word('bits') },
    },
  },
  /** A liquidation found no buyers for `lots` at the bankruptcy price or better: the lots wait for orders. */
  'liquidation.waits': {
    kind: 363,
    fields: { market, user, position: row, lots, index: word('cents'), equity: signed, maintenance: word('atoms') },
  },
  /**
   * Funding that the insurance fund pays (−) or receives (+) on its inventory; the entries follow. `owed`: without
   * bounds.
   */
  'fund.funding': {
    kind: 364,
    fields: { market, rate: word('ppb', -(2 ** 52)), owed: word('atoms'), amount: signed },
  },
  /** Mark of a contract at a tick, cents. `basis` in cents, of either sign. */
  mark: { kind: 123, fields: { market, mark: word('cents'), basis: word('cents', -(2 ** 52)) } },
  'contract.changed': {
    kind: 180,
    fields: {
      ...contractRow,
      /** 1 trading, 2 reduce-only, 3 suspended. */
      state: word('code', 1, 3),
      version: word('code', 1),
      tiers: list(MAX_CONTRACT_TIERS, { ...tierRow, amount: word('atoms') }),
    },
  },
  /** As order.opened, with a contract's fields. Changed, triggered, closed and fill are the events of orders. */
  'contract.opened': {
    kind: 181,
    fields: {
      ...{ order: word('order', 1), user, market, direction, marginMode, leverage: word('code', 0, 200) },
      ...{ type: word('code', 1, 6), timeInForce: word('code', 1, 4), price: ticks, lots, trigger: ticks },
      ...{ triggerBy: word('code', 0, 2), stopProfit: ticks, stopLoss: ticks, status: word('code', 0, 5) },
      ...{ makerRate: word('ppm'), takerRate: word('ppm') },
      /** The position that a closing order reduces, 0 for an opening one. `guard`: 0, 1 take-profit, 2 stop-loss. */
      ...{ position: word('row'), guard: word('code', 0, 2) },
    },
  },
  /** A position's present state; lots 0: it is closed. Profits are running totals, always three numbers. */
  'position.changed': {
    kind: 182,
    fields: {
      ...{ position: row, user, market, side, marginMode, leverage: word('code', 1, 200) },
      ...{ lots, canClose: lots, cost: word('atoms'), margin: word('atoms') },
      ...{ priceProfit: signed, feeProfit: signed, fundingProfit: signed },
      /** Mark, cents, at which it is liquidated; 0: none. Cross: an estimate at present values. */
      liquidation: word('cents'),
    },
  },
  /** A market's rate for one interval (per 8 h, 10⁻⁹) and its mark; `valid` of `minutes` counted. */
  'funding.rate': {
    kind: 183,
    fields: {
      ...{ market, rate: word('ppb', -(2 ** 52)), mark: word('cents'), time: word('ms') },
      ...{ valid: word('code', 0, 1_440), minutes: word('code', 0, 1_440) },
    },
  },
  /**
   * Once a minute: the premiums of the interval so far, from which its rate is computed. `premium` is their sum over
   * `valid` of `minutes` minutes (10⁻⁹). A `funding.rate` resets them.
   */
  'funding.minute': {
    kind: 189,
    fields: {
      market,
      premium: word('ppb', -(2 ** 52)),
      valid: word('code', 0, 1_440),
      minutes: word('code', 0, 1_440),
    },
  },
  /**
   * Since rules `fundingByTime` instead of `funding.minute`, and before each `funding.rate`: the premiums of the
   * interval so far. `sum` is premium × time (10⁻⁹ × ms), `time` the ms that count. `valid` of `minutes` minutes
   * counted at least in part.
   */
  'funding.average': {
    kind: 331,
    fields: {
      ...{ market, sum: word('ppb', -(2 ** 52)), time: word('ms', 0, 86_400_000) },
      ...{ valid: word('code', 0, 1_440), minutes: word('code', 0, 1_440) },
    },
  },
  /**
   * Since rules `fundingByTime`, after each `funding.rate`: hours of the next interval, its end, and whether funding is
   * hourly (1) because two settlements in a row were capped.
   */
  'funding.pace': {
    kind: 332,
    fields: { market, hours: word('code', 1, 24), next: word('ms'), hourly: word('code', 0, 1) },
  },
  /**
   * Profit realised from a position because its payer lacks money for funding, settle atoms; the entries follow. The
   * position's cost moves by the same amount.
   */
  'funding.realised': { kind: 330, fields: { position: row, user, market, amount: word('atoms', 1) } },
  /** What one position pays (−) or receives (+); the entries follow. */
  funding: { kind: 184, fields: { position: row, user, market, rate: word('ppb', -(2 ** 52)), amount: signed } },
  /**
   * A step of a liquidation. step: 1 orders cancelled, 2 long closed against short, 3 reduced in the book, 4
   * deleveraged, 5 waits for the desk. `mark` is the price that liquidates; `equity` and `maintenance` are at it,
   * before the step.
   */
  'liquidation.step': {
    kind: 185,
    fields: {
      /** market 0: a step of a cross wallet, in all of its markets. */
      ...{ user, market: word('market', 0, 65_535), position: word('row'), step: word('code', 1, 5), lots },
      mark: word('cents'),
      ...{ equity: signed, maintenance: word('atoms'), bankruptcy: signed },
      /** To (+) or from (−) the insurance fund. */
      insurance: signed,
    },
  },
  /** A position was closed against a bankrupt one at its bankruptcy value, without fees. */
  deleveraged: {
    kind: 186,
    fields: { market, position: row, user, against: row, lots, value: word('atoms'), mark: word('cents') },
  },
  'leverage.changed': {
    kind: 187,
    fields: { user, market, marginMode, leverage: word('code', 1, 200) },
  },
  'contract.fee': {
    kind: 188,
    fields: { tier: word('code', 0, 15), maker: word('ppm'), taker: word('ppm'), version: word('code', 1) },
  },
} as const;
