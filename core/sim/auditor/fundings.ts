// Funding of contracts as the auditor counts it: what payers owe, what comes of it, what receivers get (money §3).

import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import { OF } from './accounts.ts';
import type { Auditor } from './auditor.ts';
import { ISOLATED, LINEAR, type Positions } from './positions.ts';

const R = eventPlaces('funding.rate');
const N = eventPlaces('funding.minute');
const G = eventPlaces('funding');

/** The premiums of an interval as told last: their sum in 10⁻⁹, how many counted, of how many minutes. */
interface Minutes {
  readonly premium: number;
  readonly valid: number;
  readonly minutes: number;
}

const NONE: Minutes = { premium: 0, valid: 0, minutes: 0 };

export class Fundings {
  fundings = 0;
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly minutes = new Map<number, Minutes>();

  constructor(auditor: Auditor, book: Positions) {
    this.auditor = auditor;
    this.book = book;
    auditor.on('funding.minute', (w, at) => this.minute(w, at));
    auditor.on('funding.rate', (w, at) => this.rate(w, at));
    auditor.on('funding', (w, at) => this.funding(w, at));
  }

  /** A minute adds one to the minutes, and its premium only where it counts. */
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

  /** The rate that the premiums told make, 10⁻⁹ per 8 h: P + clamp(I − P, ±0.05 %), 2 % at most, toward zero. */
  private made({ premium, valid }: Minutes): number {
    const [sum, count] = [BigInt(premium), BigInt(valid)];
    const within = (value: bigint, most: bigint) => (value > most ? most : value < 0n - most ? 0n - most : value);
    const rate = sum + within(100_000n * count - sum, 500_000n * count);
    return Number(within(rate, 20_000_000n * count) / count);
  }

  private rate(w: Float64Array, at: number): void {
    const contract = this.book.of(w[at + R.market] as number);
    const rate = w[at + R.rate] as number;
    const [valid, hours] = [w[at + R.valid] as number, contract.hours];
    if (!(Math.abs(rate) <= 20_000_000)) throw new Breach(`money §3: a funding rate of ${rate}`);
    if (!(rate === 0 || valid * 2 >= hours * 60))
      throw new Breach(`money §3: funding by ${valid} valid minutes of ${hours} hours`);
    const told = this.minutes.get(contract.market) ?? NONE;
    this.minutes.delete(contract.market);
    if (valid !== told.valid || w[at + R.minutes] !== told.minutes)
      throw new Breach(
        `money §3: funding by ${valid} of ${w[at + R.minutes]} minutes, told were ${JSON.stringify(told)}`,
      );
    if (rate !== 0 && rate !== this.made(told))
      throw new Breach(`money §3: a funding rate of ${rate}, the minutes make ${this.made(told)}`);
    contract.round = { rate, mark: w[at + R.mark] as number, owed: 0, paid: 0 };
    for (const position of this.book.positions.values())
      if (position.market === contract.market) position.funded = position.lots;
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
    const size =
      BigInt(position.funded) * BigInt(contract.perLot) * BigInt(Math.abs(round.rate)) * BigInt(contract.hours);
    const parts = 8_000_000_000n * (contract.type === LINEAR ? 100n : BigInt(round.mark));
    const whole = contract.type === LINEAR ? size * BigInt(round.mark) : size * 100n;
    const pays = (position.side === 1) === round.rate > 0;
    const account =
      position.mode === ISOLATED && position.lots > 0
        ? this.book.marginOf(position, contract)
        : accounts.wallet(position.user, contract.type, contract.settle);
    if (!(position.funded > 0)) throw new Breach(`position ${position.id} is funded twice, or was not open`);
    if (pays) {
      const owed = Number((whole + parts - 1n) / parts);
      const own = Math.min(owed, accounts.free[account] as number);
      const insurance = accounts.house(OF.insurance, contract.settle);
      const insured = Math.min(owed - own, accounts.free[insurance] as number);
      if (amount !== -own)
        throw new Breach(
          `money §3: position ${position.id} pays ${-amount} of funding, it owes ${owed} and has ${accounts.free[account]}`,
        );
      round.owed += owed;
      round.paid += own + insured;
      accounts.move(account, -own);
      accounts.move(insurance, -insured);
      accounts.move(accounts.house(OF.rounding, contract.settle), own + insured);
    } else {
      const due =
        round.paid >= round.owed
          ? whole / parts
          : (whole * BigInt(round.paid)) / (parts * BigInt(Math.max(1, round.owed)));
      if (BigInt(amount) !== due)
        throw new Breach(`money §3: position ${position.id} gets ${amount} of funding, due is ${due}`);
      accounts.move(account, amount);
      accounts.move(accounts.house(OF.rounding, contract.settle), -amount);
    }
    if (account !== accounts.wallet(position.user, contract.type, contract.settle)) position.margin += amount;
    position.funding += amount;
    position.funded = 0;
  }
}
