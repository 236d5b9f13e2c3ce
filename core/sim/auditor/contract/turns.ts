// Audits that every wallet has a turn: since rules `workInSteps` a tick checks a bounded number of wallets, and waiting
// ones come before those already checked (money §3). No wallet below maintenance is skipped.

import { MARKET_MAKER } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { commandKind, eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import type { CrossWallet, CrossWallets } from './cross-wallets.ts';

/** Ticks within which each wallet below maintenance, among the simulator's few hundred, has its turn. */
const PATIENCE = 60;
/** Rounding of a wallet's profits, atoms. */
const ROUNDED = 8;
const BEGINNING = 0;
const TICKS = commandKind('ticks');
const SLOT_END = commandKind('slot.end');
const L = eventPlaces('liquidation.step');
const W = eventPlaces('liquidation.waits');

export class Turns {
  private readonly auditor: Auditor;
  private readonly wallets: CrossWallets;
  /** By a user's first position: ticks for which its wallet has been below maintenance without a turn. */
  private readonly waiting = new WeakMap<object, number>();
  /** Users who had a turn since they were last above maintenance. */
  private readonly had = new Set<number>();
  /** By user: wallets that are not safe. An event names a user, who may have several. */
  private readonly unsafe = new Map<number, Set<number>>();
  /** Who became safe at the tick at hand: the exchange sees it when it examines them, with the end of the slot. */
  private readonly safe = new Set<number>();

  constructor(auditor: Auditor, wallets: CrossWallets) {
    this.auditor = auditor;
    this.wallets = wallets;
    auditor.on('liquidation.step', (w, at) => this.had.add(w[at + L.user] as number));
    auditor.on('liquidation.waits', (w, at) => this.had.add(w[at + W.user] as number));
    wallets.onTick((wallet) => this.look(wallet));
    auditor.atEnd(() => this.end());
  }

  /** The price of a slot whose end is missing may be stale before anybody is examined by it. */
  private end(): void {
    const { command, rules } = this.auditor;
    const examined = rules < RULE.tickWorkBehindQuotes ? TICKS : SLOT_END;
    if (command === examined) for (const user of this.safe) this.had.delete(user);
    if (command === examined || command === BEGINNING) this.safe.clear();
  }

  private look(wallet: CrossWallet): void {
    const { user, equity, need, positions } = wallet;
    const [first] = positions;
    if (first === undefined || user === MARKET_MAKER || this.auditor.rules < RULE.workInSteps) return;
    // The exchange counts exactly: near the level it may have seen it endangered all along.
    const unsafe = this.unsafe.get(user) ?? new Set();
    this.unsafe.set(user, unsafe);
    if (equity > need + ROUNDED) unsafe.delete(wallet.wallet);
    else unsafe.add(wallet.wallet);
    if (unsafe.size === 0) this.safe.add(user);
    else this.safe.delete(user);
    if (equity > need - ROUNDED || this.had.has(user) || !this.wallets.priced(wallet)) {
      this.waiting.delete(first);
      return;
    }
    const ticks = (this.waiting.get(first) ?? 0) + 1;
    this.waiting.set(first, ticks);
    if (ticks > PATIENCE)
      throw new Breach(
        `money §3: the wallet of user ${user} has been below maintenance for ${ticks} ticks without a turn, equity ${equity}, maintenance ${need}`,
      );
  }
}
