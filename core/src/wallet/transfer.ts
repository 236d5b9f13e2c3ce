// wallet.transfer and practice.claim: what moves between a user's wallets, and play money (money §1, §8).

import { type Clock, dayOf } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { CLASS, type Ledger, type Purses } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Users } from '../party/index.ts';
import { commands, DONE, MAX_WORD, offsetOf, rejects } from '../schema/index.ts';
import { type Out, type Registry, table } from '../state/index.ts';

const TRANSFER = commands['wallet.transfer'].kind;
const CLAIM = commands['practice.claim'].kind;
const USER = offsetOf('wallet.transfer', 'user');
const FROM = offsetOf('wallet.transfer', 'from');
const TO = offsetOf('wallet.transfer', 'to');
const ASSET = offsetOf('wallet.transfer', 'asset');
const AMOUNT = offsetOf('wallet.transfer', 'amount');
const MARKET = offsetOf('wallet.transfer', 'market');
const SPOT_WALLET = 1;
const ISOLATED = 5;
const FINANCE = 7;
const TRANSFERRED = 150;
const PRACTICE = 151;
const MAX_PRACTICE = 64;
const PRACTICE_MODE = 1;

export class Wallet extends Domain {
  readonly kinds = [TRANSFER, CLAIM];
  private readonly out: Out;
  private readonly clock: Clock;
  private readonly ledger: Ledger;
  private readonly purses: Purses;
  private readonly users: Users;
  private readonly markets: Markets;
  /** To what a claim tops up. */
  private readonly practice;

  constructor(
    registry: Registry,
    out: Out,
    clock: Clock,
    ledger: Ledger,
    purses: Purses,
    users: Users,
    markets: Markets,
  ) {
    super();
    this.out = out;
    this.clock = clock;
    this.ledger = ledger;
    this.purses = purses;
    this.users = users;
    this.markets = markets;
    this.practice = registry.add(table('practice', { asset: 'i32', amount: 'f64' }, MAX_PRACTICE));
  }

  addPractice(asset: number, amount: number): void {
    const row = this.practice.append();
    this.practice.asset[row] = asset;
    this.practice.amount[row] = amount;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    return kind === TRANSFER ? this.decideTransfer(words, at) : this.decideClaim(words, at);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    return kind === TRANSFER ? this.commitTransfer(words, at) : this.commitClaim(words, at);
  }

  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    return kind === TRANSFER ? this.transferNumbers(words, at) : [];
  }

  private decideTransfer(words: Float64Array, at: number): number {
    const from = words[at + FROM] as number;
    const to = words[at + TO] as number;
    const asset = words[at + ASSET] as number;
    const market = words[at + MARKET] as number;
    const amount = words[at + AMOUNT] as number;
    const { markets } = this;
    if (!markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    // Finance and merchant wallets hold principals and bonds: their own commands move them.
    if (from === to || from >= FINANCE || to >= FINANCE) return this.refuse(rejects['transfer.refused'], from, to);
    if (from === ISOLATED || to === ISOLATED) {
      if (!markets.exists(market)) return this.refuse(rejects['market.unknown'], 0, market);
      if (markets.rows.base[market] !== asset && markets.rows.quote[market] !== asset)
        return this.refuse(rejects['transfer.refused'], market, asset);
    } else if (market !== 0) return this.refuse(rejects['request.invalid'], 0, market);
    const own = this.purses.spendable(words[at + USER] as number, from, asset, from === ISOLATED ? market : 0);
    return own < amount ? this.refuse(rejects['balance.insufficient'], amount, own) : DONE;
  }

  private commitTransfer(words: Float64Array, at: number): number {
    const { ledger, out } = this;
    const user = words[at + USER] as number;
    const from = words[at + FROM] as number;
    const to = words[at + TO] as number;
    const asset = words[at + ASSET] as number;
    const market = words[at + MARKET] as number;
    const amount = words[at + AMOUNT] as number;
    const source = ledger.open(CLASS.wallet, user, from, asset, from === ISOLATED ? market : 0);
    const target = ledger.open(CLASS.wallet, user, to, asset, to === ISOLATED ? market : 0);
    const event = out.room(8);
    const w = out.words;
    w[event] = TRANSFERRED;
    w[event + 1] = 8;
    w[event + 2] = user;
    w[event + 3] = from;
    w[event + 4] = to;
    w[event + 5] = asset;
    w[event + 6] = amount;
    w[event + 7] = market;
    ledger.post(source, -amount, 0);
    ledger.post(target, amount, 0);
    return 0;
  }

  /** available of source and target, before and after: the numbers of `ask`. */
  private transferNumbers(words: Float64Array, at: number): number[] {
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const market = words[at + MARKET] as number;
    const from = this.ledger.availableOf(
      user,
      words[at + FROM] as number,
      asset,
      words[at + FROM] === ISOLATED ? market : 0,
    );
    const to = this.ledger.availableOf(user, words[at + TO] as number, asset, words[at + TO] === ISOLATED ? market : 0);
    return [from, from - amount, to, to + amount];
  }

  /** Atoms a claim would add of one practice row: up to its amount, held money counted. */
  private missing(user: number, row: number): number {
    const asset = this.practice.asset[row] as number;
    const amount = this.practice.amount[row] as number;
    const account = this.ledger.find(CLASS.wallet, user, SPOT_WALLET, asset, 0);
    const a = this.ledger.accounts;
    const own = account === 0 ? 0 : (a.available[account] as number) + (a.held[account] as number);
    const outside = this.ledger.find(CLASS.outside, 0, 0, asset, 0);
    const room = MAX_WORD + (outside === 0 ? 0 : (a.available[outside] as number));
    const gap = own < amount ? amount - own : 0;
    return gap < room ? gap : room;
  }

  private decideClaim(words: Float64Array, at: number): number {
    const user = words[at + USER] as number;
    if (this.clock.mode !== PRACTICE_MODE)
      return this.refuse(rejects['request.forbidden'], PRACTICE_MODE, this.clock.mode);
    const today = dayOf(this.clock.now);
    const claimed = this.users.rows.claimed[user] as number;
    if (claimed >= today) return this.refuse(rejects['practice.tooSoon'], claimed + 1, today);
    for (let row = 1; row <= this.practice.top; row += 1) if (this.missing(user, row) > 0) return DONE;
    return this.refuse(rejects['practice.tooSoon'], 0, 0);
  }

  /** Gives how many assets were topped up. */
  private commitClaim(words: Float64Array, at: number): number {
    const user = words[at + USER] as number;
    const { ledger, out } = this;
    let count = 0;
    for (let row = 1; row <= this.practice.top; row += 1) {
      const amount = this.missing(user, row);
      if (amount === 0) continue;
      count += 1;
      const asset = this.practice.asset[row] as number;
      const source = ledger.open(CLASS.outside, 0, 0, asset, 0);
      const target = ledger.open(CLASS.wallet, user, SPOT_WALLET, asset, 0);
      const event = out.room(5);
      out.words[event] = PRACTICE;
      out.words[event + 1] = 5;
      out.words[event + 2] = user;
      out.words[event + 3] = asset;
      out.words[event + 4] = amount;
      ledger.post(source, -amount, 0);
      ledger.post(target, amount, 0);
    }
    this.users.rows.claimed[user] = dayOf(this.clock.now);
    return count;
  }
}
