// wallet.transfer, maker.transfer and practice.claim: transfers between one user's wallets, and practice money (money
// §1, §8).

import { dayOf } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, MARKET_MAKER, PRICE_STATE, WALLET } from '../enum/index.ts';
import { commands, DONE, offsetOf, rejects, layoutOf } from '../schema/index.ts';
import { type Registry, table } from '../state/index.ts';
import { type WalletContext } from './context.ts';

const TRANSFER = commands['wallet.transfer'].kind;
const CLAIM = commands['practice.claim'].kind;
const MAKER = commands['maker.transfer'].kind;
const USER = offsetOf('wallet.transfer', 'user');
const FROM = offsetOf('wallet.transfer', 'from');
const TO = offsetOf('wallet.transfer', 'to');
const ASSET = offsetOf('wallet.transfer', 'asset');
const AMOUNT = offsetOf('wallet.transfer', 'amount');
const MARKET = offsetOf('wallet.transfer', 'market');
const MAKER_FROM = offsetOf('maker.transfer', 'from');
const MAKER_TO = offsetOf('maker.transfer', 'to');
const MAKER_ASSET = offsetOf('maker.transfer', 'asset');
const MAKER_AMOUNT = offsetOf('maker.transfer', 'amount');
const TRANSFERRED = layoutOf('transferred');
const PRACTICE = layoutOf('practice');
const MAX_PRACTICE = 64;
const PRACTICE_MODE = 1;

export class Wallet extends Domain {
  readonly kinds = [TRANSFER, CLAIM, MAKER];
  override readonly frozenReduces = [TRANSFER];
  private readonly context: WalletContext;
  /** Amount up to which a claim tops up. */
  private readonly practice;

  constructor(registry: Registry, context: WalletContext) {
    super();
    this.context = context;
    this.practice = registry.add(table('practice', { asset: 'i32', amount: 'f64' }, MAX_PRACTICE));
  }

  addPractice(asset: number, amount: number): void {
    const row = this.practice.append();
    this.practice.asset[row] = asset;
    this.practice.amount[row] = amount;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === CLAIM) return this.decideClaim(words, at);
    return kind === TRANSFER ? this.decideTransfer(words, at) : this.decideMaker(words, at);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === CLAIM) return this.commitClaim(words, at);
    const user = kind === TRANSFER ? (words[at + USER] as number) : MARKET_MAKER;
    if (kind === TRANSFER)
      this.move(
        user,
        words[at + FROM] as number,
        words[at + TO] as number,
        words[at + ASSET] as number,
        words[at + AMOUNT] as number,
        words[at + MARKET] as number,
      );
    else
      this.move(
        user,
        words[at + MAKER_FROM] as number,
        words[at + MAKER_TO] as number,
        words[at + MAKER_ASSET] as number,
        words[at + MAKER_AMOUNT] as number,
        0,
      );
    return 0;
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
    const { markets, walletRules } = this.context;
    if (!markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    // Finance and merchant wallets hold principals and bonds. Only their own commands move those.
    if (from === to || from >= WALLET.finance || to >= WALLET.finance)
      return this.refuse(rejects['transfer.refused'], from, to);
    if (from === WALLET.isolatedMargin || to === WALLET.isolatedMargin) {
      if (!markets.exists(market)) return this.refuse(rejects['market.unknown'], 0, market);
      if (markets.rows.base[market] !== asset && markets.rows.quote[market] !== asset)
        return this.refuse(rejects['transfer.refused'], market, asset);
    } else if (market !== 0) return this.refuse(rejects['request.invalid'], 0, market);
    if (!walletRules.takesIn(to, asset, to === WALLET.isolatedMargin ? market : 0))
      return this.refuse(rejects['transfer.refused'], to, asset);
    const user = words[at + USER] as number;
    // A frozen user may only add margin from the spot wallet.
    if (this.context.users.frozen(user) && (from !== WALLET.spot || to > WALLET.isolatedMargin))
      return this.refuse(rejects['account.frozen'], WALLET.spot, from);
    const own = walletRules.spendable(user, from, asset, from === WALLET.isolatedMargin ? market : 0);
    if (own < amount) return this.refuse(rejects['balance.insufficient'], amount, own);
    const locked = walletRules.lockedBy(user, from, asset);
    if (locked !== 0) return this.refuse(rejects['price.stale'], 0, locked);
    if (!walletRules.takesStale(user, to, asset, to === WALLET.isolatedMargin ? market : 0, amount))
      return this.refuse(rejects['price.stale'], PRICE_STATE.valid, PRICE_STATE.stale);
    return this.decideCapacity(user, to, asset, to === WALLET.isolatedMargin ? market : 0);
  }

  /**
   * Whether the target account is open or can be opened. A user who has it can move money however full the table is.
   */
  private decideCapacity(user: number, to: number, asset: number, market: number): number {
    const { ledger } = this.context;
    if (ledger.hasCapacity(1) || ledger.find(ACCOUNT_CLASS.wallet, user, to, asset, market) !== 0) return DONE;
    return this.refuse(rejects['request.tooFrequent'], ledger.accounts.most, ledger.accounts.top);
  }

  /** The market maker's own money, between the wallets it quotes from. */
  private decideMaker(words: Float64Array, at: number): number {
    const { markets, walletRules } = this.context;
    const from = words[at + MAKER_FROM] as number;
    const to = words[at + MAKER_TO] as number;
    const asset = words[at + MAKER_ASSET] as number;
    const amount = words[at + MAKER_AMOUNT] as number;
    if (!markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    if (from === to || !walletRules.takesIn(to, asset, 0)) return this.refuse(rejects['transfer.refused'], from, to);
    const own = walletRules.spendable(MARKET_MAKER, from, asset, 0);
    if (own < amount) return this.refuse(rejects['balance.insufficient'], amount, own);
    const locked = walletRules.lockedBy(MARKET_MAKER, from, asset);
    return locked === 0 ? DONE : this.refuse(rejects['price.stale'], 0, locked);
  }

  private move(user: number, from: number, to: number, asset: number, amount: number, market: number): void {
    const { ledger, out, walletRules } = this.context;
    const source = ledger.open(ACCOUNT_CLASS.wallet, user, from, asset, from === WALLET.isolatedMargin ? market : 0);
    const target = ledger.open(ACCOUNT_CLASS.wallet, user, to, asset, to === WALLET.isolatedMargin ? market : 0);
    const event = out.open(TRANSFERRED.head);
    const w = out.words;
    w[event + TRANSFERRED.user] = user;
    w[event + TRANSFERRED.from] = from;
    w[event + TRANSFERRED.to] = to;
    w[event + TRANSFERRED.asset] = asset;
    w[event + TRANSFERRED.amount] = amount;
    w[event + TRANSFERRED.market] = market;
    ledger.post(source, -amount, 0);
    ledger.post(target, amount, 0);
    walletRules.moved(user, from, from === WALLET.isolatedMargin ? market : 0);
    walletRules.moved(user, to, to === WALLET.isolatedMargin ? market : 0);
  }

  /** Available balance of source and target, before and after, for `ask`. */
  private transferNumbers(words: Float64Array, at: number): number[] {
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const market = words[at + MARKET] as number;
    const from = this.context.ledger.availableOf(
      user,
      words[at + FROM] as number,
      asset,
      words[at + FROM] === WALLET.isolatedMargin ? market : 0,
    );
    const to = this.context.ledger.availableOf(
      user,
      words[at + TO] as number,
      asset,
      words[at + TO] === WALLET.isolatedMargin ? market : 0,
    );
    return [from, from - amount, to, to + amount];
  }

  /** Atoms a claim would add for one practice row: up to its amount, held money included. */
  private missing(user: number, row: number): number {
    const { ledger, outside } = this.context;
    const asset = this.practice.asset[row] as number;
    const amount = this.practice.amount[row] as number;
    const account = ledger.find(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
    const a = ledger.accounts;
    const own = account === 0 ? 0 : (a.available[account] as number) + (a.held[account] as number);
    const headroom = outside.headroom(asset);
    const gap = own < amount ? amount - own : 0;
    return gap < headroom ? gap : headroom;
  }

  private decideClaim(words: Float64Array, at: number): number {
    const user = words[at + USER] as number;
    if (this.context.clock.mode !== PRACTICE_MODE)
      return this.refuse(rejects['request.forbidden'], PRACTICE_MODE, this.context.clock.mode);
    const today = dayOf(this.context.clock.now);
    const claimed = this.context.users.rows.claimed[user] as number;
    if (claimed >= today) return this.refuse(rejects['practice.tooSoon'], claimed + 1, today);
    for (let row = 1; row <= this.practice.top; row += 1) if (this.missing(user, row) > 0) return DONE;
    return this.refuse(rejects['practice.tooSoon'], 0, 0);
  }

  /** Returns how many assets were topped up. */
  private commitClaim(words: Float64Array, at: number): number {
    const user = words[at + USER] as number;
    const { ledger, out, outside } = this.context;
    let count = 0;
    for (let row = 1; row <= this.practice.top; row += 1) {
      const amount = this.missing(user, row);
      if (amount === 0) continue;
      count += 1;
      const asset = this.practice.asset[row] as number;
      const source = outside.account(0, asset);
      const target = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
      const event = out.open(PRACTICE.head);
      out.words[event + PRACTICE.user] = user;
      out.words[event + PRACTICE.asset] = asset;
      out.words[event + PRACTICE.amount] = amount;
      ledger.post(source, -amount, 0);
      ledger.post(target, amount, 0);
    }
    this.context.users.rows.claimed[user] = dayOf(this.context.clock.now);
    return count;
  }
}
