// All books of one auditor: one per product.

import { SHARES, spots } from '../scenes/scene.ts';
import { Auditor } from './auditor.ts';
import { ContractBook } from './contract/contracts.ts';
import { CustodyBook } from './custody.ts';
import { DeskBook } from './desk/desk.ts';
import { EarnBook } from './earn.ts';
import { LinkedBook } from './desk/linked.ts';
import { LoanBook } from './loan.ts';
import { MarginBook } from './margin.ts';
import { MarginRisk } from './margin-risk.ts';
import { OrderBook } from './orders.ts';
import { OtcBook } from './otc.ts';
import { SecondBook } from './second.ts';
import { Slots } from './slots.ts';
import { SpotBook } from './spot.ts';
import { StopBook } from './contract/stops.ts';
import { Sweeps } from './sweeps.ts';
import { SwapBook } from './swaps.ts';
import { auditWallets } from './wallet.ts';

export class Books {
  readonly auditor = new Auditor();
  /** Created before the books that move the balances it reads. */
  readonly marginRisk: MarginRisk = new MarginRisk(
    this.auditor,
    () => this.orders,
    () => this.spot,
    () => this.margin,
  );
  readonly orders: OrderBook = new OrderBook(this.auditor);
  readonly desk = new DeskBook(this.auditor);
  readonly spot: SpotBook = new SpotBook(this.auditor, this.orders, this.desk);
  readonly contracts = new ContractBook(this.auditor, this.orders, this.spot);
  readonly stops = new StopBook(this.auditor, (market) => this.instrumentOf(market));
  readonly slots = new Slots(this.auditor, (market) => this.instrumentOf(market));
  readonly sweeps = new Sweeps(this.auditor, this.orders, (market) => this.contracts.contracts[market] !== undefined);
  readonly seconds = new SecondBook(this.auditor);
  readonly custody = new CustodyBook(this.auditor, this.desk.links, this.spot.scales);
  readonly swaps = new SwapBook(this.auditor, this.spot.scales, this.custody.legs);
  readonly margin: MarginBook = new MarginBook(this.auditor);
  readonly earn = new EarnBook(this.auditor);
  readonly loans = new LoanBook(this.auditor);
  readonly otc = new OtcBook(this.auditor, (user) => this.custody.owesAny(user) || this.loans.isOverdue(user));

  readonly linked = new LinkedBook(this.auditor, this.desk.links, {
    owes: (user) => this.custody.owesAny(user),
    isOverdue: (user) => this.loans.isOverdue(user),
    contracts: () => this.seconds.open.values(),
  });

  constructor() {
    this.auditor.people.shares = SHARES;
    auditWallets(this.auditor);
  }

  /** The instrument of a market, 0 unknown. */
  private instrumentOf(market: number): number {
    return spots.find((one) => one.market === market)?.instrument ?? this.contracts.contracts[market]?.instrument ?? 0;
  }

  /** What is still open, each with why it may be: the liveness phase wants none that is not explained. */
  open(): string[] {
    return [
      ...[...this.orders.orders.values()].map((order) => `order ${order.id} of user ${order.user}`),
      ...[...this.seconds.open.values()].map((one) => `second contract ${one.id} of user ${one.user}`),
      ...[...this.custody.withdrawals.values()].map(
        (one) => `withdrawal ${one.id} of user ${one.user}, status ${one.status}`,
      ),
      ...[...this.swaps.waiting.values()].map((one) => `swap ${one.id} of user ${one.user}`),
      ...this.contracts.liquidations.open(),
      ...[...this.margin.debts.values()].map(
        (one) => `debt of user ${one.user}, ${one.principal} of asset ${one.asset} in wallet ${one.wallet}`,
      ),
      ...[...this.earn.stakes.values()].map((one) => `stake ${one.id}`),
      ...[...this.loans.loans.values()].map((one) => `loan ${one.id} of user ${one.user}, status ${one.status}`),
      ...[...this.otc.deals.values()].map((one) => `deal ${one.id}, state ${one.state}`),
      ...[...this.otc.offers.keys()].map((id) => `offer ${id}`),
      ...[...this.otc.bonds].map(([user, { bond }]) => `bond of user ${user}, ${bond}`),
      ...[...this.desk.proposals.values()].map((one) => `proposal ${one.id}`),
    ];
  }
}
