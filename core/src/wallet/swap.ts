// swap.set: which coins may be swapped. And swap.execute of the rules before swapSpread, exactly as quoted or not at
// all (money §8). Quotes are not stored: each is recomputed from the ticks it names.

import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, MARKET_MAKER, PRICE_STATE, WALLET } from '../enum/index.ts';
import { movedBeyond, swapReceive } from '../formula/index.ts';
import { type Changes } from '../user/index.ts';
import { allows, USE, whyNot, YES } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { commands, DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../schema/index.ts';
import { type Registry, table } from '../state/index.ts';
import { type WalletContext } from './context.ts';
import type { SwapRows } from './swap-price.ts';

const EXECUTE = commands['swap.execute'].kind;
const SET = commands['swap.set'].kind;
const USER = offsetOf('swap.execute', 'user');
const FROM = offsetOf('swap.execute', 'from');
const TO = offsetOf('swap.execute', 'to');
const AMOUNT = offsetOf('swap.execute', 'amount');
const RECEIVE = offsetOf('swap.execute', 'receive');
const FROM_TICK = offsetOf('swap.execute', 'fromTick');
const TO_TICK = offsetOf('swap.execute', 'toTick');
const COUNT = offsetOf('swap.set', 'assets');
const ROWS = COUNT + 1;
/** Words of one row of `swap.set`: asset, instrument, spread. */
const ROW_WORDS = 3;
const MAX_ASSET = 65_535;
/** Maximum age of a quote, ms. */
const QUOTE_AGE = 10_000;

export class Swap extends Domain {
  readonly kinds = [EXECUTE, SET];
  private readonly context: WalletContext;
  private readonly changes: Changes;
  /** By asset: whether it may be swapped. */
  private readonly rows;
  /** The quote just decided: cents of both legs, atoms. */
  private fromCents = 0;
  private toCents = 0;
  private receive = 0;
  /** Called when the list of coins changed. Wired once at start, not state. */
  private changedList: () => void = () => undefined;

  constructor(registry: Registry, context: WalletContext, changes: Changes) {
    super();
    this.context = context;
    this.changes = changes;
    this.rows = registry.add(
      table('swaps', { instrument: 'i32', spread: 'i32', open: 'i32', version: 'i32' }, MAX_ASSET),
    );
  }

  /** Registers the listener for changes of the list of coins. */
  give(changedList: () => void): void {
    this.changedList = changedList;
  }

  /** Whether an asset may be swapped now. */
  swaps(asset: number): boolean {
    return asset <= this.rows.top && this.rows.open[asset] === 1;
  }

  /** Instruments and spreads by asset. */
  terms(): SwapRows {
    return this.rows;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    return kind === EXECUTE ? this.decideExecute(words, at) : this.decideSet(words, at);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    return kind === EXECUTE ? this.commitExecute(words, at) : this.commitSet(words, at);
  }

  /** Atoms received. */
  override numbers(_words: Float64Array, _at: number, kind: number): readonly number[] {
    return kind === EXECUTE ? [this.receive] : [];
  }

  override emitState(): void {
    for (let asset = 1; asset <= this.rows.top; asset += 1) if (this.rows.version[asset] !== 0) this.emit(asset);
  }

  private decideExecute(words: Float64Array, at: number): number {
    const { context } = this;
    // Choosing among the ticks of ten seconds was a free option. Since then a swap is an order.
    if (context.clock.rules >= RULE.swapSpread) return this.refuse(rejects['quote.expired'], 0, 0);
    const user = words[at + USER] as number;
    const from = words[at + FROM] as number;
    const to = words[at + TO] as number;
    const amount = words[at + AMOUNT] as number;
    if (from === to) return this.refuse(rejects['request.invalid'], from, to);
    if (!this.swaps(from)) return this.refuse(rejects['coin.unknown'], 0, from);
    if (!this.swaps(to)) return this.refuse(rejects['coin.unknown'], 0, to);
    const given = this.leg(from, words[at + FROM_TICK] as number);
    if (given !== DONE) return given;
    this.fromCents = this.cents(from, words[at + FROM_TICK] as number);
    const got = this.leg(to, words[at + TO_TICK] as number);
    if (got !== DONE) return got;
    this.toCents = this.cents(to, words[at + TO_TICK] as number);
    this.receive = this.quote(from, to, amount);
    if (this.receive === 0) return this.refuse(rejects['amount.tooSmall'], 1, 0);
    if (this.receive > MAX_ORDER_ATOMS) return this.refuse(rejects['order.tooLarge'], MAX_ORDER_ATOMS, this.receive);
    if (words[at + RECEIVE] !== this.receive)
      return this.refuse(rejects['quote.expired'], this.receive, words[at + RECEIVE] as number);
    const own = context.walletRules.spendable(user, WALLET.spot, from, 0);
    if (own < amount) return this.refuse(rejects['balance.insufficient'], amount, own);
    const makerFunds = context.ledger.availableOf(MARKET_MAKER, WALLET.spot, to, 0);
    return makerFunds < this.receive ? this.refuse(rejects['order.noLiquidity'], this.receive, makerFunds) : DONE;
  }

  private commitExecute(words: Float64Array, at: number): number {
    const { context } = this;
    const { ledger } = context;
    const user = words[at + USER] as number;
    const from = words[at + FROM] as number;
    const to = words[at + TO] as number;
    const amount = words[at + AMOUNT] as number;
    const { receive } = this;
    const pays = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, from, 0);
    const gets = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, to, 0);
    const makerPays = ledger.open(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, to, 0);
    const makerGets = ledger.open(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, from, 0);
    const { instrument } = this.rows;
    context.out.record('swapped', {
      user,
      from,
      to,
      amount,
      receive,
      fromTick: words[at + FROM_TICK] as number,
      toTick: words[at + TO_TICK] as number,
      fromPrice: instrument[from] === 0 ? 0 : this.fromCents,
      toPrice: instrument[to] === 0 ? 0 : this.toCents,
    });
    ledger.post(pays, 0 - amount, 0);
    ledger.post(makerGets, amount, 0);
    ledger.post(makerPays, 0 - receive, 0);
    ledger.post(gets, receive, 0);
    return receive;
  }

  /**
   * Whether the tick of one leg still quotes: its index is valid now and was then, it is at most 10 s old, and the
   * index has moved by no more than half the spread since. The swap trades at the index itself, so an aging price is
   * not enough (money §11, as for second contracts).
   */
  private leg(asset: number, number: number): number {
    const { prices, clock } = this.context;
    const instrument = this.rows.instrument[asset] as number;
    if (instrument === 0) return number === 0 ? DONE : this.refuse(rejects['request.invalid'], 0, number);
    const state = prices.state(instrument);
    if (allows(state, USE.second) !== YES) return this.refuse(whyNot(state), PRICE_STATE.valid, state);
    const newest = prices.rows.number[instrument] as number;
    const row = prices.tickOf(instrument, number);
    if (row === 0) return this.refuse(rejects['quote.expired'], newest, number);
    const { ring } = prices;
    const age = clock.now - (ring.rows.time[row] as number);
    if (age > QUOTE_AGE) return this.refuse(rejects['quote.expired'], QUOTE_AGE, age);
    const then = ring.rows.state[row] as number;
    if (allows(then, USE.second) !== YES) return this.refuse(rejects['quote.expired'], newest, number);
    const now = prices.cents(instrument);
    const quoted = ring.rows.price[row] as number;
    return movedBeyond(quoted, now, this.rows.spread[asset] as number)
      ? this.refuse(rejects['quote.expired'], now, quoted)
      : DONE;
  }

  private cents(asset: number, number: number): number {
    const { prices } = this.context;
    const instrument = this.rows.instrument[asset] as number;
    return instrument === 0 ? 1 : (prices.ring.rows.price[prices.tickOf(instrument, number)] as number);
  }

  /** What the quote pays, atoms. */
  private quote(from: number, to: number, amount: number): number {
    const { rows, context } = this;
    const { unit } = context.markets.assets;
    return swapReceive(
      amount,
      this.fromCents,
      context.parts(rows.instrument[from] as number),
      unit[from] as number,
      rows.spread[from] as number,
      this.toCents,
      context.parts(rows.instrument[to] as number),
      unit[to] as number,
      rows.spread[to] as number,
    );
  }

  private decideSet(words: Float64Array, at: number): number {
    const { context } = this;
    const count = words[at + COUNT] as number;
    for (let row = 0; row < count; row += 1) {
      const from = at + ROWS + row * ROW_WORDS;
      const asset = words[from] as number;
      const instrument = words[from + 1] as number;
      if (!context.markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
      if (!context.valued(instrument, asset)) return this.refuse(rejects['request.invalid'], asset, instrument);
      for (let other = 0; other < row; other += 1)
        if (words[at + ROWS + other * ROW_WORDS] === asset) return this.refuse(rejects['request.invalid'], 1, asset);
    }
    const code = this.changes.decide(SET, 0, this.tightens(words, at));
    return code === DONE ? DONE : this.refuse(code, 0, 0);
  }

  /** Whether a spread grows, which waits a day (money §1). Removing an asset is a stop, and immediate. */
  private tightens(words: Float64Array, at: number): boolean {
    const { rows } = this;
    for (let row = 0; row < (words[at + COUNT] as number); row += 1) {
      const from = at + ROWS + row * ROW_WORDS;
      const asset = words[from] as number;
      if (this.swaps(asset) && (words[from + 2] as number) > (rows.spread[asset] as number)) return true;
    }
    return false;
  }

  /** Returns how many assets may be swapped. */
  private commitSet(words: Float64Array, at: number): number {
    if (this.changes.waits(words, at, 0, this.tightens(words, at))) return 0;
    const { rows, context } = this;
    const count = words[at + COUNT] as number;
    for (let row = 0; row < count; row += 1) rows.reach(words[at + ROWS + row * ROW_WORDS] as number);
    // 2: was open, and the command has not named it yet.
    for (let asset = 1; asset <= rows.top; asset += 1) if (rows.open[asset] === 1) rows.open[asset] = 2;
    for (let row = 0; row < count; row += 1) {
      const from = at + ROWS + row * ROW_WORDS;
      const asset = words[from] as number;
      rows.instrument[asset] = words[from + 1] as number;
      rows.spread[asset] = words[from + 2] as number;
      rows.open[asset] = 1;
      if (rows.instrument[asset] !== 0) context.prices.ring.keep(rows.instrument[asset] as number);
      this.changed(asset);
    }
    for (let asset = 1; asset <= rows.top; asset += 1)
      if (rows.open[asset] === 2) {
        rows.open[asset] = 0;
        this.changed(asset);
      }
    this.changedList();
    return count;
  }

  private changed(asset: number): void {
    this.rows.version[asset] = (this.rows.version[asset] as number) + 1;
    this.emit(asset);
  }

  /** Emits `swap.changed`. */
  private emit(asset: number): void {
    const { rows } = this;
    this.context.out.record('swap.changed', {
      asset,
      instrument: rows.instrument[asset] as number,
      spread: rows.spread[asset] as number,
      open: rows.open[asset] as number,
      version: rows.version[asset] as number,
    });
  }
}
