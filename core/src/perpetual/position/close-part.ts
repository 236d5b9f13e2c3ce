// Closes a part of a position at a given value without a book: netting, deleveraging (money §3). Without fees, through
// the market's clearing like any close.

import { MARGIN_MODE } from '../../enum/index.ts';
import { realisedProfit, releasedCost } from '../../formula/index.ts';
import { DOWN, mulDiv } from '../../number/index.ts';
import { balance, counted, countedAs, crossProfit } from './valuation.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

/** What closing a part of a position moves. The next one overwrites it; not part of the state. */
export class Part {
  slot = 0;
  lots = 0;
  released = 0;
  profit = 0;
  /** To (+) the wallet and the position's margin. */
  wallet = 0;
  margin = 0;
  /** Shortfall of the paying account, 0 when it can pay. */
  lacks = 0;
  /** Equity afterwards at the price that liquidates: of the position, or of the wallet. */
  equity = 0;

  /** Weighs closing `lots` of a position at `value` settle atoms, with `help` atoms from the insurance fund. */
  weigh(context: PerpetualContext, slot: number, lots: number, value: number, help: number): void {
    const { positions } = context;
    const p = positions.rows;
    const type = context.contracts.rows.type[p.market[slot] as number] as number;
    const side = p.side[slot] as number;
    const whole = p.lots[slot] as number;
    const cost = p.cost[slot] as number;
    this.slot = slot;
    this.lots = lots;
    this.released = releasedCost(type, side, cost, lots, whole);
    this.profit = realisedProfit(type, side, value, this.released);
    const net = this.profit + help;
    const rest = countedAs(context, slot, whole - lots, cost - this.released, riskPrice);
    let own: number;
    if (p.mode[slot] === MARGIN_MODE.isolated) {
      const margin = positions.marginOf(slot);
      const share = lots === whole ? margin : mulDiv(margin, lots, whole, DOWN);
      const paid = share + net;
      this.wallet = paid > 0 ? paid : 0;
      this.margin = 0 - share + (paid < 0 ? paid : 0);
      own = margin + this.margin;
      this.equity = own + rest;
    } else {
      const contractWallet = p.contractWallet[slot] as number;
      this.margin = 0;
      this.wallet = net;
      own = balance(context, contractWallet) + net;
      this.equity = own + crossProfit(context, contractWallet, riskPrice) - counted(context, slot, riskPrice) + rest;
    }
    this.lacks = own < 0 ? 0 - own : 0;
  }

  /** Writes it: lots, cost and totals, wallet and margin. The caller posts what the market's clearing pays. */
  settle(context: PerpetualContext): void {
    const { positions, ledger } = context;
    const p = positions.rows;
    const { slot } = this;
    p.lots[slot] = (p.lots[slot] as number) - this.lots;
    p.cost[slot] = (p.cost[slot] as number) - this.released;
    p.priceProfit[slot] = (p.priceProfit[slot] as number) + this.profit;
    ledger.post(positions.contractWallets.account[p.contractWallet[slot] as number] as number, this.wallet, 0);
    if (this.margin !== 0) ledger.post(p.margin[slot] as number, this.margin, 0);
  }
}
