// Each position's share of a bankrupt wallet's loss, since rules `fairDeleverage` (money §3): by how much its market's
// index moved against it since the tick before the wallet fell below maintenance. A position whose index did not move
// has no share and closes at the index, whatever the wallet lost elsewhere.

import { MARGIN_MODE } from '../../enum/index.ts';
import { exact, exactProfit, type Fraction } from '../../formula/index.ts';
import { RULE } from '../../rules.ts';
import { table } from '../../state/index.ts';
import { legOfPosition, profitOf, type Standing } from '../risk/margin-check.ts';
import { MAX_POSITIONS } from '../position/positions.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

const { compare, minus, negative, over, plus, times, ZERO } = exact;
const MAX_MARKETS = 65_535;

export class Shares {
  private readonly context: PerpetualContext;
  /** By cross position of a wallet below maintenance: its id, and the index in cents before the tick that caused it. */
  private readonly rows;
  /** By market: the index in cents at which wallets were last checked. */
  private readonly markets;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rows = context.registry.add(table('solventIndexes', { position: 'f64', index: 'f64' }, MAX_POSITIONS));
    this.markets = context.registry.add(table('examinedIndexes', { index: 'f64' }, MAX_MARKETS));
  }

  /** All wallets reached by a market's index have been checked. */
  examined(market: number): void {
    if (this.context.clock.rules < RULE.fairDeleverage) return;
    this.markets.reach(market);
    this.markets.index[market] = riskPrice(this.context, market);
  }

  /** The wallet of a cross position is above maintenance. */
  safe(slot: number): void {
    const { rows } = this;
    if (slot > rows.top || rows.position[slot] === 0) return;
    rows.position[slot] = 0;
    rows.index[slot] = 0;
  }

  /** A wallet fell below maintenance. Bounded by two positions per market. */
  endangered(contractWallet: number): void {
    const { context, rows, markets } = this;
    if (context.clock.rules < RULE.fairDeleverage) return;
    const { rows: p, contractWallets } = context.positions;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
      if (p.mode[slot] !== MARGIN_MODE.cross || (slot <= rows.top && rows.position[slot] === p.id(slot))) continue;
      const market = p.market[slot] as number;
      const before = market <= markets.top ? (markets.index[market] as number) : 0;
      rows.reach(slot);
      rows.position[slot] = p.id(slot);
      rows.index[slot] = before === 0 ? riskPrice(context, market) : before;
    }
  }

  /** A position's share of its wallet's equity below 0, settle atoms, not above 0. */
  of(slot: number, standing: Standing): Fraction {
    const owed = negative(standing.equity);
    const contractWallet = this.context.positions.rows.contractWallet[slot] as number;
    let all = this.sum(contractWallet, (one) => this.moved(one));
    let own = this.moved(slot);
    // Losses that no index explains, such as profits that no longer count or funding: shared by all unrealised losses.
    if (compare(all, owed) < 0) {
      all = this.sum(contractWallet, (one) => this.lost(one));
      own = this.lost(slot);
    }
    return all.num <= 0n ? ZERO : negative(over(times(owed, own), all));
  }

  /** Bounded by two positions per market. */
  private sum(contractWallet: number, of: (slot: number) => Fraction): Fraction {
    const { rows: p, contractWallets } = this.context.positions;
    let sum = ZERO;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === MARGIN_MODE.cross) sum = plus(sum, of(slot));
    return sum;
  }

  /** Unrealised loss, at least 0. */
  private lost(slot: number): Fraction {
    const profit = profitOf(this.context, slot);
    return profit.num < 0n ? negative(profit) : ZERO;
  }

  /** Its loss since then, at least 0. */
  private moved(slot: number): Fraction {
    const { context, rows } = this;
    const p = context.positions.rows;
    if (rows.position[slot] !== p.id(slot)) return ZERO;
    const c = context.contracts.rows;
    const type = c.type[p.market[slot] as number] as number;
    const leg = legOfPosition(context, slot);
    const loss = minus(exactProfit(type, leg, rows.index[slot] as number), profitOf(context, slot));
    return loss.num > 0n ? loss : ZERO;
  }
}
