// Margin borrowing: debts, their records, terms and leverages of margin wallets; also loan products.

import type { AssetId, Atoms, Billionths, EventOf, ExchangeEvent, Millionths, Millis, Seq } from '@vitrine/core';
import { DEBT_CHANGE, WALLET } from '@vitrine/core/enum';
import type { Moment } from './context.ts';
import type { Debt, DebtRecord } from './product.ts';
import type { ProjectionHandler } from './handler.ts';
import { debtKey, type DebtRow, type FoldState, leverageKey } from './state.ts';

/** Kinds of `DebtRecord`. */
const BORROW = 1;
const STILL = 2;
const INTEREST = 3;
const LIQUIDATION = 4;
/** Values of `margin.step`: 3 sold; 5 finished, the insurance fund paid. */
const SOLD = 3;
const OVER = 5;
const TERMS = 1;

type Wallet = Pick<Debt, 'user' | 'wallet' | 'market'>;

export class Debts {
  readonly #state: FoldState;
  readonly #handler: ProjectionHandler;
  readonly #moment: Moment;

  constructor(state: FoldState, handler: ProjectionHandler, moment: Moment) {
    this.#state = state;
    this.#handler = handler;
    this.#moment = moment;
  }

  /** Applies an event; returns false if it is not for this handler. */
  take(event: ExchangeEvent): boolean {
    switch (event.name) {
      case 'debt.changed':
        this.#changed(event);
        return true;
      case 'debt.repaid': {
        const { asset, interest, principal, type } = event;
        const sold = type === DEBT_CHANGE.repaidByLiquidation;
        const amount = (interest + principal) as Atoms;
        this.#record(event, asset, sold ? LIQUIDATION : STILL, { amount, interest, step: sold ? SOLD : 0 });
        return true;
      }
      case 'interest':
        this.#interest(event);
        return true;
      case 'margin.step':
        this.#step(event);
        return true;
      case 'margin.leverage':
        this.#state.marginLeverages.set(leverageKey(event.user, event.market, event.wallet), event.leverage);
        return true;
      default:
        return this.#terms(event);
    }
  }

  #terms(event: ExchangeEvent): boolean {
    const { marginAssets, marginLevels, marginMarkets, marginTerms, loanProducts } = this.#state;
    switch (event.name) {
      case 'margin.changed': {
        const { name: _name, ...asset } = event;
        marginAssets.set(event.asset, asset);
        this.#follow(event.asset, event.rate);
        this.#handler.listing('marginAsset', event.asset);
        return true;
      }
      case 'margin.level': {
        const { name: _name, ...level } = event;
        marginLevels.set(event.leverage, level);
        this.#handler.listing('marginLevel', event.leverage);
        return true;
      }
      case 'margin.market': {
        const { name: _name, ...market } = event;
        marginMarkets.set(event.market, market);
        this.#handler.listing('marginMarket', event.market);
        return true;
      }
      case 'margin.terms': {
        const { name: _name, ...terms } = event;
        marginTerms.set(TERMS, terms);
        this.#handler.listing('marginTerms', TERMS);
        return true;
      }
      case 'loan.product': {
        const { name: _name, ...product } = event;
        loanProducts.set(event.product, { ...product, open: event.open === 1 });
        this.#handler.listing('loanProduct', event.product);
        return true;
      }
      default:
        return false;
    }
  }

  /** Existing debts pay the new rate from now on. */
  #follow(asset: AssetId, rate: Billionths): void {
    // Bounded by the number of debts; terms change rarely, after two approvals.
    for (const row of [...this.#state.debts.values()])
      if (row.asset === asset && row.rate !== rate) this.#keep({ ...row, rate });
  }

  #changed(event: EventOf<'debt.changed'>): void {
    const { user, wallet, market, asset, type, principal, interest, amount, rate } = event;
    const { time, seq, seeding } = this.#moment;
    this.#keep({
      ...{ user, wallet, market, asset, principal, interest, rate },
      time: seeding ? (0 as Millis) : time,
      seq: seeding ? (0 as Seq) : seq,
    });
    if (seeding) return;
    // The wallet keeps its initial leverage, whatever is offered later.
    const key = leverageKey(user, market, wallet);
    if (!this.#state.marginLeverages.has(key)) this.#state.marginLeverages.set(key, mostLeverage(this.#state, event));
    if (type === DEBT_CHANGE.borrowed) this.#record(event, asset, BORROW, { amount });
    if (type === DEBT_CHANGE.paidByInsurance)
      this.#record(event, asset, LIQUIDATION, { amount: -amount as Atoms, step: OVER });
  }

  #interest(event: EventOf<'interest'>): void {
    const { user, wallet, market, asset, amount } = event;
    const { time, seq } = this.#moment;
    const row = this.#state.debts.get(debtKey(user, wallet, market, asset));
    if (row === undefined)
      throw new Error(`fold: interest of user ${user} on asset ${asset}, of which nothing is owed`);
    this.#keep({ ...row, interest: (row.interest + amount) as Atoms, time, seq });
    this.#record(event, asset, INTEREST, { amount, interest: amount });
    this.#handler.settlement({
      user,
      kind: 'interest',
      id: seq,
      market,
      asset,
      amount: -amount as Atoms,
      result: 0,
      seq,
    });
  }

  #step(event: EventOf<'margin.step'>): void {
    if (this.#moment.seeding) return;
    const { user, market, step, level, shortfall } = event;
    const { seq } = this.#moment;
    const asset = this.#usdt();
    this.#record(event, asset, LIQUIDATION, { amount: shortfall, level, step });
    this.#handler.settlement({
      user,
      kind: 'liquidation',
      id: seq,
      market,
      asset,
      amount: shortfall,
      result: step,
      seq,
    });
  }

  /** The asset that wallets are valued in: the one without an instrument. */
  #usdt(): AssetId {
    for (const one of this.#state.marginAssets.values()) if (one.instrument === 0) return one.asset;
    return 0 as AssetId;
  }

  #keep(row: DebtRow): void {
    const key = debtKey(row.user, row.wallet, row.market, row.asset);
    if (row.principal === 0 && row.interest === 0) this.#state.debts.delete(key);
    else this.#state.debts.set(key, row);
    this.#handler.debt(row);
  }

  #record({ user, wallet, market }: Wallet, asset: AssetId, kind: number, more: Partial<DebtRecord>): void {
    const { time, seq } = this.#moment;
    this.#handler.debtRecord({
      ...{ user, wallet, market, asset, kind },
      amount: 0 as Atoms,
      interest: 0 as Atoms,
      rate: this.#state.marginAssets.get(asset)?.rate ?? (0 as Billionths),
      level: 0 as Millionths,
      step: 0,
      time,
      seq,
      ...more,
    });
  }
}

/** The greatest leverage offered to a margin wallet. */
function mostLeverage(state: FoldState, { wallet, market }: Pick<Wallet, 'wallet' | 'market'>): number {
  const most =
    wallet === WALLET.crossMargin ? state.marginTerms.get(TERMS)?.cross : state.marginMarkets.get(market)?.leverage;
  return most ?? 0;
}
