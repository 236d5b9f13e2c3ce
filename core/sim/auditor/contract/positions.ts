// Rebuilds contract positions from fills: lots, cost, margin, and what each change moves (money §3).

import { ACCOUNT_CLASS, MARGIN_MODE, MARKET_TYPE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import type { Auditor } from '../auditor.ts';
import { mulDown, mulUp } from '../exact.ts';
import type { Order } from '../orders.ts';
import { gainsByWorth, worthOf } from '../worth.ts';

const MILLION = 1_000_000;

export interface Tier {
  readonly cap: number;
  readonly rate: number;
  readonly amount: number;
  readonly leverage: number;
}

export interface Contract {
  readonly market: number;
  readonly type: number;
  readonly instrument: number;
  readonly settle: number;
  readonly perLot: number;
  readonly face: number;
  readonly hours: number;
  /** Notional of the impact prices: linear settle atoms, inverse whole USD. */
  readonly impact: number;
  readonly tiers: readonly Tier[];
  state: number;
  trades: number;
  last: number;
  mark: number;
  basis: number;
  /** Time of its last mark, ms. */
  markedAt: number;
  /** Lots and cost of all longs and shorts. */
  readonly lots: [number, number];
  readonly cost: [number, number];
  round: Round | undefined;
}

/** One funding settlement: its rate and mark, what payers owed and paid. */
export interface Round {
  readonly rate: number;
  /** Hours it pays for. */
  readonly hours: number;
  readonly mark: number;
  owed: number;
  paid: number;
}

export interface Position {
  readonly user: number;
  readonly market: number;
  readonly side: number;
  id: number;
  mode: number;
  leverage: number;
  lots: number;
  cost: number;
  margin: number;
  price: number;
  fee: number;
  funding: number;
  /** Lots that count for the current funding. */
  funded: number;
  /** Isolated: what the lots just closed took to the wallet, until the position is emitted. */
  freed: number;
  /** Forced fills moved money that the next step event reports. */
  forced: boolean;
}

export class Positions {
  readonly auditor: Auditor;
  readonly contracts: (Contract | undefined)[] = [];
  readonly positions = new Map<number, Position>();
  /** By id, including closed ones: funding may still be due to them. */
  readonly byId = new Map<number, Position>();
  /** Open positions of each user. */
  readonly byUser = new Map<number, Set<Position>>();
  /** Leverage set by user, market and mode. */
  readonly leverages = new Map<string, number>();
  private readonly stirred = new Set<Contract>();
  private readonly forced = new Set<Position>();

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.atEnd(() => this.end());
  }

  of(market: number): Contract {
    const contract = this.contracts[market];
    if (contract === undefined) throw new Error(`Expected contract ${market} to be listed.`);
    return contract;
  }

  position(user: number, market: number, side: number): Position | undefined {
    return this.positions.get(keyOf(user, market, side));
  }

  /** The next step event reports the money of a forced fill. Until the command ends, its margin is as reported. */
  force(position: Position): void {
    position.forced = true;
    this.forced.add(position);
  }

  /** Removes a position without lots. */
  close(position: Position): void {
    this.positions.delete(keyOf(position.user, position.market, position.side));
    this.byUser.get(position.user)?.delete(position);
  }

  grow(
    contract: Contract,
    user: number,
    order: Order | undefined,
    side: number,
    lots: number,
    value: number,
    fee: number,
    rates: { readonly initial: number; readonly covered: number },
  ): void {
    const { accounts } = this.auditor;
    const { market, settle, type } = contract;
    let position = this.position(user, market, side);
    if (position === undefined) {
      const mode = order?.mode ?? (this.leverages.has(`${user} ${market} 1`) ? 1 : 2);
      const leverage = order?.leverage ?? this.leverages.get(`${user} ${market} ${mode}`) ?? 0;
      position = {
        ...{ user, market, side, id: 0, mode, leverage, lots: 0, cost: 0, margin: 0, price: 0, fee: 0, funding: 0 },
        ...{ funded: 0, freed: 0, forced: false },
      };
      this.positions.set(keyOf(user, market, side), position);
      const own = this.byUser.get(user);
      if (own === undefined) this.byUser.set(user, new Set([position]));
      else own.add(position);
    }
    position.lots += lots;
    position.cost += value;
    position.fee -= fee;
    contract.lots[side - 1] = (contract.lots[side - 1] as number) + lots;
    contract.cost[side - 1] = (contract.cost[side - 1] as number) + value;
    const least = Math.max(mulUp(value, 1, position.leverage), mulUp(value, rates.initial, MILLION));
    const margin =
      position.mode === MARGIN_MODE.isolated
        ? Math.max(least, this.covering(contract, side, lots, value, rates.covered))
        : 0;
    position.margin += margin;
    accounts.move(accounts.wallet(user, type, settle), -margin - fee);
    if (margin > 0) accounts.move(this.marginOf(position, contract), margin);
  }

  /** Margin of an opening near a close, settle atoms: the rate of its value, plus its opening loss. */
  private covering(contract: Contract, side: number, lots: number, value: number, rate: number): number {
    if (rate === 0) return 0;
    const rises = gainsByWorth(contract, side);
    const worse = (atMark: boolean): number => {
      const worth = this.valueAt(contract, lots, !rises, atMark);
      return rises ? value - worth : worth - value;
    };
    const fair = Math.max(value, this.valueAt(contract, lots, true), this.valueAt(contract, lots, true, true));
    return mulUp(fair, rate, MILLION) + Math.max(0, worse(false), worse(true));
  }

  /** `keeps`: a reduction before a close, whose result stays in the margin. */
  shrink(
    contract: Contract,
    user: number,
    side: number,
    lots: number,
    value: number,
    fee: number,
    keeps = false,
  ): void {
    const { accounts } = this.auditor;
    const position = this.position(user, contract.market, side);
    if (position === undefined || position.lots < lots) {
      throw new Breach(
        `money §3: user ${user} closes ${lots} lots of market ${contract.market}, they have ${position?.lots ?? 0}`,
      );
    }
    // A position that gains as the value rises releases the larger share of the cost.
    const gains = gainsByWorth(contract, side);
    const released = gains ? mulUp(position.cost, lots, position.lots) : mulDown(position.cost, lots, position.lots);
    const profit = gains ? value - released : released - value;
    const wallet = accounts.wallet(user, contract.type, contract.settle);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.clearing, contract.settle, contract.market), -profit);
    if (position.mode === MARGIN_MODE.isolated) {
      const kept = keeps && lots < position.lots;
      const part = lots === position.lots ? position.margin : mulDown(position.margin, lots, position.lots);
      const share = kept ? 0 : part;
      const net = share + profit - fee;
      const rest = position.margin - share + (kept ? net : Math.min(net, 0));
      if (!(rest >= 0 || position.forced))
        throw new Breach(`money §3: a fill takes more than the margin of user ${user}'s position`);
      accounts.move(this.marginOf(position, contract), rest - position.margin);
      position.freed = kept ? 0 : Math.max(net, 0);
      accounts.move(wallet, position.freed);
      position.margin = rest;
    } else accounts.move(wallet, profit - fee);
    position.lots -= lots;
    position.cost -= released;
    position.price += profit;
    position.fee -= fee;
    contract.lots[side - 1] = (contract.lots[side - 1] as number) - lots;
    contract.cost[side - 1] = (contract.cost[side - 1] as number) - released;
    this.stirred.add(contract);
  }

  marginOf(position: Position, contract: Contract): number {
    return this.auditor.accounts.of(
      ACCOUNT_CLASS.margin,
      position.user,
      position.side,
      contract.settle,
      contract.market,
    );
  }

  /** Unrealised PnL at the price that liquidates, or at the mark. */
  unrealised(contract: Contract, { side, lots, cost }: Position, atMark = false): number {
    const rises = gainsByWorth(contract, side);
    const value = this.valueAt(contract, lots, !rises, atMark);
    return rises ? value - cost : cost - value;
  }

  /** Turns profit into cost: the market's clearing pays it into `rounding`. */
  realise(contract: Contract, position: Position, amount: number): void {
    const { accounts } = this.auditor;
    const { settle, market } = contract;
    const moved = gainsByWorth(contract, position.side) ? amount : -amount;
    position.cost += moved;
    position.price += amount;
    contract.cost[position.side - 1] = (contract.cost[position.side - 1] as number) + moved;
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.clearing, settle, market), -amount);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.rounding, settle), amount);
    this.stirred.add(contract);
  }

  /** The same as it counts for a wallet's equity: since rules `staleOnlyReduces` no profit at an unusable price. */
  counted(contract: Contract, position: Position, atMark = false): number {
    const profit = this.unrealised(contract, position, atMark);
    const { rules, prices } = this.auditor;
    return profit > 0 && rules >= RULE.staleOnlyReduces && !prices.counts(contract.instrument) ? 0 : profit;
  }

  /** Whether nothing may leave a contract wallet, because it has a cross position with a stale or disputed price. */
  locked(user: number, type: number, settle: number): boolean {
    if (this.auditor.rules < RULE.staleOnlyReduces) return false;
    for (const one of this.byUser.get(user) ?? []) {
      const contract = this.of(one.market);
      if (one.mode === MARGIN_MODE.isolated || contract.type !== type || contract.settle !== settle) continue;
      if (this.auditor.prices.of(contract.instrument).state > 2) return true;
    }
    return false;
  }

  /** Value at the price that liquidates: the index since rules `indexLiquidates`, before the mark. */
  private valueAt(contract: Contract, lots: number, up: boolean, atMark = false): number {
    const { mark, basis } = contract;
    return worthOf(contract, lots, this.auditor.rules >= RULE.indexLiquidates && !atMark ? mark - basis : mark, up);
  }

  /** Settle atoms, rounded up: at most one atom too many when the value is not a whole atom. */
  maintenance(contract: Contract, { lots }: Pick<Position, 'lots'>): number {
    const worth = contract.type === MARKET_TYPE.linear ? this.valueAt(contract, lots, true) : lots * contract.face;
    const tier = contract.tiers.find(({ cap }) => worth <= cap) ?? contract.tiers.at(-1);
    if (tier === undefined) return 0;
    if (contract.type === MARKET_TYPE.linear) return mulUp(worth, tier.rate, MILLION) - tier.amount;
    // Maintenance of its USD in coin, by value and face.
    const due = worth * tier.rate - tier.amount * MILLION;
    return due > 0 ? mulUp(this.valueAt(contract, lots, true), due, worth * MILLION) : 0;
  }

  private end(): void {
    for (const position of this.forced) position.forced = false;
    this.forced.clear();
    if (this.stirred.size === 0) return;
    const { accounts } = this.auditor;
    for (const contract of this.stirred) {
      const [longs, shorts] = contract.lots;
      if (longs !== shorts)
        throw new Breach(`money §12.8: market ${contract.market} has ${longs} lots long and ${shorts} short`);
      const [longCost, shortCost] = contract.cost;
      const due = contract.type === MARKET_TYPE.linear ? shortCost - longCost : longCost - shortCost;
      const has = accounts.total(accounts.operatorAccount(ACCOUNT_CLASS.clearing, contract.settle, contract.market));
      if (has !== due)
        throw new Breach(`core §4: the clearing of market ${contract.market} is ${has}, costs make it ${due}`);
    }
    this.stirred.clear();
  }
}

function keyOf(user: number, market: number, side: number): number {
  return (user * 1_024 + market) * 2 + side - 1;
}
