// Audits contract funding: what payers owe and pay, and what receivers get (money §3).

import { ACCOUNT_CLASS, MARGIN_MODE, MARKET_TYPE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import type { Premiums } from './premiums.ts';
import { type Contract, type Position, type Positions } from './positions.ts';

const R = eventPlaces('funding.rate');
const N = eventPlaces('funding.minute');
const G = eventPlaces('funding');
const Z = eventPlaces('funding.realised');
const V = eventPlaces('rules');
/** The maximum of all rates, 10⁻⁹ per 8 h. */
const MOST = 20_000_000;

/** The premiums of an interval as last emitted: their sum in 10⁻⁹, how many counted, of how many minutes. */
interface Minutes {
  readonly premium: number;
  readonly valid: number;
  readonly minutes: number;
  /** Since rules `fundingByTime`: the divisor of the sum, ms. */
  readonly time?: number;
}

const NONE: Minutes = { premium: 0, valid: 0, minutes: 0 };

export class Fundings {
  fundings = 0;
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly premiums: Premiums;
  private readonly minutes = new Map<number, Minutes>();
  /** Amounts realised for the payment in the next event: position, atoms. */
  private readonly realisedNow: { position: Position; amount: number }[] = [];

  constructor(auditor: Auditor, book: Positions, premiums: Premiums) {
    this.auditor = auditor;
    this.book = book;
    this.premiums = premiums;
    auditor.on('funding.minute', (w, at) => this.minute(w, at));
    auditor.on('funding.rate', (w, at) => this.rate(w, at));
    auditor.on('rules', (w, at) => {
      if (w[at + V.version] !== RULE.fundingByTime) return;
      for (const [market, emitted] of this.minutes)
        premiums.convert(market, emitted.premium, emitted.valid, emitted.minutes);
      this.minutes.clear();
    });
    auditor.on('funding.realised', (w, at) => this.realised(w, at));
    auditor.on('funding', (w, at) => this.funding(w, at));
  }

  /** A minute adds one to the minutes, and its premium only when it counts. */
  private minute(w: Float64Array, at: number): void {
    const { market } = this.book.of(w[at + N.market] as number);
    const before = this.minutes.get(market) ?? NONE;
    const now: Minutes = {
      premium: w[at + N.premium] as number,
      valid: w[at + N.valid] as number,
      minutes: w[at + N.minutes] as number,
    };
    const counted = now.valid - before.valid;
    if (now.minutes !== before.minutes + 1 || !(counted === 0 ? now.premium === before.premium : counted === 1))
      throw new Breach(
        `money §3: premiums ${JSON.stringify(before)} of market ${market} became ${JSON.stringify(now)}`,
      );
    this.minutes.set(market, now);
  }

  /**
   * The maximum rate of a contract: since rules `fundingBounded` a payment is at most ¾ of its first maintenance rate.
   */
  private most({ tiers, hours }: Contract): number {
    if (this.auditor.rules < RULE.fundingBounded) return MOST;
    // Millionths to 10⁻⁹, × ¾ × 8 h ÷ hours.
    return Math.min(MOST, Math.floor(((tiers[0]?.rate ?? 0) * 6_000) / hours));
  }

  /**
   * The rate that follows from the emitted premiums, 10⁻⁹ per 8 h: P + clamp(I − P, ±0.05 %), at most `most`, toward
   * zero.
   */
  private made({ premium, valid, time }: Minutes, most: number): number {
    const [sum, count] = [BigInt(premium), BigInt(time ?? valid)];
    if (count === 0n) return 0;
    const within = (value: bigint, most: bigint) => (value > most ? most : value < 0n - most ? 0n - most : value);
    const rate = sum + within(100_000n * count - sum, 500_000n * count);
    return Number(within(rate, BigInt(most) * count) / count);
  }

  private rate(w: Float64Array, at: number): void {
    const contract = this.book.of(w[at + R.market] as number);
    const rate = w[at + R.rate] as number;
    const byTime = this.auditor.rules >= RULE.fundingByTime;
    const hours = byTime ? this.premiums.hours(contract) : contract.hours;
    const valid = w[at + R.valid] as number;
    const most = byTime ? this.premiums.most(contract) : this.most(contract);
    if (!(Math.abs(rate) <= most)) throw new Breach(`money §3: a funding rate of ${rate}`);
    if (!(rate === 0 || valid * 2 >= hours * 60))
      throw new Breach(`money §3: funding by ${valid} valid minutes of ${hours} hours`);
    const emitted = byTime
      ? this.premiums.interval(contract, w[at + R.time] as number, rate)
      : (this.minutes.get(contract.market) ?? NONE);
    this.minutes.delete(contract.market);
    if (valid !== emitted.valid || w[at + R.minutes] !== emitted.minutes)
      throw new Breach(
        `money §3: funding by ${valid} of ${w[at + R.minutes]} minutes, emitted were ${JSON.stringify(emitted)}`,
      );
    if (rate !== 0 && rate !== this.made(emitted, most))
      throw new Breach(`money §3: a funding rate of ${rate}, the premiums make ${this.made(emitted, most)}`);
    contract.round = { rate, hours, mark: w[at + R.mark] as number, owed: 0, paid: 0 };
    for (const position of this.book.positions.values())
      if (position.market === contract.market) position.funded = position.lots;
  }

  /** Profit is realised at the mark or the index, whichever is less, and only what a payer's wallet has. */
  private realised(w: Float64Array, at: number): void {
    const position = this.book.byId.get(w[at + Z.position] as number);
    const contract = this.book.of(w[at + Z.market] as number);
    if (position === undefined) throw new Error('Expected profit of a known position.');
    const amount = w[at + Z.amount] as number;
    const profit = this.profitOf(contract, position);
    if (!(amount <= profit))
      throw new Breach(`money §3: position ${position.id} realises ${amount} for funding, its profit is ${profit}`);
    this.book.realise(contract, position, amount);
    this.realisedNow.push({ position, amount });
  }

  /** The profit that a payer's position can realise. */
  private profitOf(contract: Contract, position: Position): number {
    return Math.min(this.book.counted(contract, position, true), this.book.counted(contract, position));
  }

  /** Realised for a payment: by the payer's own position, or by others of its cross wallet. */
  private realisedFor(payer: Position, contract: Contract): number {
    let sum = 0;
    for (const { position, amount } of this.realisedNow.splice(0)) {
      const other = this.book.of(position.market);
      const shared =
        payer.mode !== MARGIN_MODE.isolated &&
        position.mode !== MARGIN_MODE.isolated &&
        position.user === payer.user &&
        other.type === contract.type &&
        other.settle === contract.settle;
      if (position !== payer && !shared)
        throw new Breach(`money §3: position ${position.id} realises profit for funding of position ${payer.id}`);
      sum += amount;
    }
    return sum;
  }

  /**
   * What a payer pays from its account, and from its wallet besides. Since rules `fairDeleverage` an isolated position
   * whose lots are closed before its turn pays from the wallet only what these took there. Of a forced close, whose
   * money the step event reports later, that is an upper bound: then `emitted` says how much.
   */
  private paid(
    { mode, lots, forced, freed }: Position,
    account: number,
    wallet: number,
    owed: number,
    emitted: number,
  ): { readonly own: number; readonly followed: number } {
    const { accounts, rules } = this.auditor;
    const has = accounts.free[account] as number;
    if (mode !== MARGIN_MODE.isolated || rules < RULE.fairDeleverage) return { own: Math.min(owed, has), followed: 0 };
    const own = lots > 0 ? Math.min(owed, has) : 0;
    const most = Math.min(owed - own, freed, accounts.free[wallet] as number);
    const followed = forced ? Math.max(0, Math.min(most, emitted - own)) : most;
    return lots > 0 ? { own, followed } : { own: followed, followed: 0 };
  }

  private funding(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    this.fundings += 1;
    const position = this.book.byId.get(w[at + G.position] as number);
    const contract = this.book.of(w[at + G.market] as number);
    const { round } = contract;
    if (position === undefined || round === undefined)
      throw new Error('Expected funding of a known position after its rate.');
    const amount = w[at + G.amount] as number;
    const size = BigInt(position.funded) * BigInt(contract.perLot) * BigInt(Math.abs(round.rate)) * BigInt(round.hours);
    const parts = 8_000_000_000n * (contract.type === MARKET_TYPE.linear ? 100n : BigInt(round.mark));
    const whole = contract.type === MARKET_TYPE.linear ? size * BigInt(round.mark) : size * 100n;
    const pays = (position.side === 1) === round.rate > 0;
    const account =
      position.mode === MARGIN_MODE.isolated && position.lots > 0
        ? this.book.marginOf(position, contract)
        : accounts.wallet(position.user, contract.type, contract.settle);
    if (!(position.funded > 0)) throw new Breach(`position ${position.id} is funded twice, or was not open`);
    if (pays) {
      const owed = Number((whole + parts - 1n) / parts);
      const wallet = accounts.wallet(position.user, contract.type, contract.settle);
      const realised = this.realisedFor(position, contract);
      const { own, followed } = this.paid(position, account, wallet, owed, -amount - realised);
      if (!(realised <= owed - own - followed))
        throw new Breach(`money §3: ${realised} are realised for ${owed - own - followed} of funding that are missing`);
      const insurance = accounts.operatorAccount(ACCOUNT_CLASS.insurance, contract.settle);
      // Since rules `fundingBounded` funding never costs the fund.
      const insured =
        this.auditor.rules >= RULE.fundingBounded ? 0 : Math.min(owed - own, accounts.free[insurance] as number);
      const paid = own + followed + realised;
      if (amount !== -paid)
        throw new Breach(
          `money §3: position ${position.id} pays ${-amount} of funding, it owes ${owed}, has ${accounts.free[account]}, closed for ${position.freed} and realises ${realised}`,
        );
      if (this.auditor.rules >= RULE.fundingBounded && paid < owed && this.profitOf(contract, position) > 0)
        throw new Breach(`money §3: position ${position.id} goes short of funding with profit not realised`);
      round.owed += owed;
      round.paid += paid + insured;
      accounts.move(account, -own);
      accounts.move(wallet, -followed);
      accounts.move(insurance, -insured);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.rounding, contract.settle), own + followed + insured);
      if (account !== wallet) position.margin -= own;
    } else {
      const due =
        round.paid >= round.owed
          ? whole / parts
          : (whole * BigInt(round.paid)) / (parts * BigInt(Math.max(1, round.owed)));
      if (BigInt(amount) !== due)
        throw new Breach(`money §3: position ${position.id} gets ${amount} of funding, due is ${due}`);
      accounts.move(account, amount);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.rounding, contract.settle), -amount);
      if (account !== accounts.wallet(position.user, contract.type, contract.settle)) position.margin += amount;
    }
    position.funding += amount;
    position.funded = 0;
  }
}
