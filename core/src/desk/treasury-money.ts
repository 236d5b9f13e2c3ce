// The operator's own money: moves between its accounts, and corrections for wronged users (money §1, §12 11 and 14;
// W08).

import type { CoreContext } from '../core-context.ts';
import { type Clock, dayOf } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import { shareDown } from '../number/index.ts';
import { type Users } from '../user/index.ts';
import { RULE } from '../rules.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { type EventBuffer, table } from '../state/index.ts';

const MOVE = commands['treasury.move'].kind;
const CORRECT = commands['correction'].kind;
const FROM = offsetOf('treasury.move', 'from');
const TO = offsetOf('treasury.move', 'to');
const MOVE_ASSET = offsetOf('treasury.move', 'asset');
const MOVE_AMOUNT = offsetOf('treasury.move', 'amount');
const USER = offsetOf('correction', 'user');
const ASSET = offsetOf('correction', 'asset');
const AMOUNT = offsetOf('correction', 'amount');
const CAUSE = offsetOf('correction', 'cause');

/** Most of the paying account that one move or correction may take, millionths. It refuses a mistaken unit (W08). */
export const MOST_AT_ONCE = 100_000;
/** Most of the treasury that all corrections of an asset may take on one UTC day, millionths. */
export const MOST_CORRECTED = 10_000;
const MAX_ASSETS = 65_535;

/** Allowed moves between the operator's accounts. All other moves belong to the products. */
export const MOVES: Readonly<Record<number, readonly number[]>> = {
  [ACCOUNT_CLASS.fee]: [
    ACCOUNT_CLASS.treasury,
    ACCOUNT_CLASS.insurance,
    ACCOUNT_CLASS.lending,
    ACCOUNT_CLASS.secondPool,
    ACCOUNT_CLASS.rewards,
    ACCOUNT_CLASS.network,
  ],
  [ACCOUNT_CLASS.treasury]: [
    ACCOUNT_CLASS.insurance,
    ACCOUNT_CLASS.lending,
    ACCOUNT_CLASS.secondPool,
    ACCOUNT_CLASS.rewards,
    ACCOUNT_CLASS.network,
  ],
};

export class TreasuryMoney extends Domain {
  readonly kinds = [MOVE, CORRECT];
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly ledger: Ledger;
  private readonly markets: Markets;
  private readonly users: Users;
  /** By asset, since rules `correctionDay`: atoms corrected on the last UTC day with a correction, and that day. */
  private readonly corrected;

  constructor(core: CoreContext) {
    super();
    const { registry, out, clock, ledger, users, orderBooks } = core;
    this.corrected = registry.add(table('corrections', { atoms: 'f64', day: 'i32' }, MAX_ASSETS));
    this.out = out;
    this.clock = clock;
    this.ledger = ledger;
    this.markets = orderBooks.markets;
    this.users = users;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === MOVE) {
      const from = words[at + FROM] as number;
      const to = words[at + TO] as number;
      if (MOVES[from]?.includes(to) !== true) return this.refuse(rejects['transfer.refused'], from, to);
      return this.covered(from, words[at + MOVE_ASSET] as number, words[at + MOVE_AMOUNT] as number);
    }
    const user = words[at + USER] as number;
    if (!this.users.exists(user) || user === MARKET_MAKER) return this.refuse(rejects['request.notFound'], 0, user);
    // A correction names an earlier command as its cause.
    const cause = words[at + CAUSE] as number;
    if (cause >= this.clock.seq) return this.refuse(rejects['request.notFound'], this.clock.seq - 1, cause);
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const covered = this.covered(ACCOUNT_CLASS.treasury, asset, amount);
    return covered === DONE ? this.withinDay(asset, amount) : covered;
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { ledger, out } = this;
    const asset = words[at + (kind === MOVE ? MOVE_ASSET : ASSET)] as number;
    const amount = words[at + (kind === MOVE ? MOVE_AMOUNT : AMOUNT)] as number;
    const from = kind === MOVE ? (words[at + FROM] as number) : ACCOUNT_CLASS.treasury;
    const source = ledger.open(from, 0, 0, asset, 0);
    const target =
      kind === MOVE
        ? ledger.open(words[at + TO] as number, 0, 0, asset, 0)
        : ledger.open(ACCOUNT_CLASS.wallet, words[at + USER] as number, WALLET.spot, asset, 0);
    if (kind === MOVE) out.record('moved', { from, to: words[at + TO] as number, asset, amount });
    else
      out.record('corrected', {
        user: words[at + USER] as number,
        asset,
        amount,
        cause: words[at + CAUSE] as number,
      });
    if (kind === CORRECT && this.clock.rules >= RULE.correctionDay) {
      const before = this.correctedOf(asset);
      this.corrected.reach(asset);
      this.corrected.atoms[asset] = before + amount;
      this.corrected.day[asset] = dayOf(this.clock.now);
    }
    ledger.post(source, -amount, 0);
    ledger.post(target, amount, 0);
    return 0;
  }

  /** Atoms of an asset that corrections took on this UTC day. */
  private correctedOf(asset: number): number {
    const { corrected, clock } = this;
    const known = asset <= corrected.top && corrected.day[asset] === dayOf(clock.now);
    return known ? (corrected.atoms[asset] as number) : 0;
  }

  /**
   * Since rules `correctionDay`: all corrections of a UTC day take at most 1 % of what the treasury had before them.
   */
  private withinDay(asset: number, amount: number): number {
    if (this.clock.rules < RULE.correctionDay) return DONE;
    const { ledger } = this;
    const before = this.correctedOf(asset);
    const own = ledger.accounts.available[ledger.find(ACCOUNT_CLASS.treasury, 0, 0, asset, 0)] as number;
    const most = shareDown(own + before, MOST_CORRECTED);
    return before + amount > most ? this.refuse(rejects['transfer.refused'], most - before, amount) : DONE;
  }

  /** Whether an account of the operator has the amount, and the amount is within the share of one command. */
  private covered(of: number, asset: number, amount: number): number {
    const { ledger } = this;
    if (!this.markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    const account = ledger.find(of, 0, 0, asset, 0);
    const own = account === 0 ? 0 : (ledger.accounts.available[account] as number);
    if (own < amount) return this.refuse(rejects['balance.insufficient'], amount, own);
    const most = shareDown(own, MOST_AT_ONCE);
    return amount > most ? this.refuse(rejects['transfer.refused'], most, amount) : DONE;
  }
}
