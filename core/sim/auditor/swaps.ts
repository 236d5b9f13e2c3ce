// Audits pending and ended swaps (money §8): ticks, flow, range and half-spread, to the atom; one per user, none late,
// none early.

import { Breach } from '../finding.ts';
import { commandKind, eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import { type Instrument, type Tick } from './prices.ts';
import { MARKET_MAKER, PRICE_STATE, WALLET } from '../../src/enum/index.ts';
import { DONE, rejects } from '../../src/schema/index.ts';

const DELAY = 500;
const PATIENCE = 10_000;
/** Time span of a range, ms, and most ticks kept. */
const RANGE = 10_000;
const KEPT = 64;
/** D of majors and dollars, millionths of a USDT; most net flow, in D; divisor of an inventory change. */
const DEPTH = 100_000_000_000n;
const MOST_FLOW = 5n;
const INVENTORY = 10;
const BILLION = 1_000_000_000n;
const TICKS = commandKind('ticks');
const A = eventPlaces('swap.waiting');
const E = eventPlaces('swap.ended');

export interface SwapTermsRow {
  readonly instrument: number;
  readonly spread: number;
}

interface Order {
  readonly id: number;
  readonly user: number;
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly least: number;
  readonly time: number;
}

/** The expected numbers of one leg. */
interface Leg {
  readonly tick: number;
  readonly price: number;
  readonly flow: bigint;
  readonly range: bigint;
  readonly half: bigint;
  readonly parts: bigint;
}

interface Done {
  readonly at: number;
  readonly sum: bigint;
}

/** Sums over whole spans of time: the current one and the `parts` before it. */
class Window {
  private readonly done = new Map<number, Done[]>();
  private readonly span: number;
  private readonly parts: number;

  constructor(span: number, parts: number) {
    this.span = span;
    this.parts = parts;
  }

  add(key: number, at: number, sum: bigint): void {
    const rows = this.done.get(key) ?? [];
    rows.push({ at, sum });
    this.done.set(key, rows);
  }

  sum(key: number, now: number): bigint {
    const oldest = Math.floor(now / this.span) - this.parts;
    const rows = (this.done.get(key) ?? []).filter(({ at }) => Math.floor(at / this.span) >= oldest);
    this.done.set(key, rows);
    return rows.reduce((all, { sum }) => all + sum, 0n);
  }
}

function up(num: bigint, den: bigint): bigint {
  return (num + den - 1n) / den;
}

function size(of: bigint): bigint {
  return of < 0n ? -of : of;
}

export class SwapBook {
  /** Orders that wait, by id. */
  readonly waiting = new Map<number, Order>();
  private readonly auditor: Auditor;
  private readonly units: readonly number[];
  private readonly legs: ReadonlyMap<number, SwapTermsRow>;
  private readonly flows = new Window(1_000, 60);
  private readonly hours = new Window(60_000, 60);
  private readonly customers = new Window(20_000, 3);

  /**
   * @param units atoms per whole unit of each asset
   * @param legs swappable assets, from events
   */
  constructor(auditor: Auditor, units: readonly number[], legs: ReadonlyMap<number, SwapTermsRow>) {
    this.auditor = auditor;
    this.units = units;
    this.legs = legs;
    auditor.on('swap.waiting', (w, at) => this.placed(w, at));
    auditor.on('swap.ended', (w, at) => this.ended(w, at));
    auditor.atEnd(() => this.late());
  }

  private placed(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const order = orderAt(w, at, A);
    const { id, user, from, to, time } = order;
    if ([...this.waiting.values()].some((one) => one.user === user))
      throw new Breach(`money §8: a second swap of user ${user} waits`);
    if (user !== this.auditor.user || time !== this.auditor.time || !this.legs.has(from) || !this.legs.has(to))
      throw new Breach(`swap ${id} of user ${user} waits though it was not placed so`);
    this.waiting.set(id, order);
    accounts.bind(accounts.wallet(user, WALLET.spot, from), order.amount);
  }

  private ended(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const ended = orderAt(w, at, E);
    const { id, user, from, to, amount, least, time } = ended;
    const known = this.waiting.get(id);
    if (known === undefined || Object.entries(known).some(([key, value]) => ended[key as keyof Order] !== value))
      throw new Breach(`swap ${id} of user ${user} ends, another or none waited`);
    this.waiting.delete(id);
    const pays = accounts.wallet(user, WALLET.spot, from);
    accounts.bind(pays, -amount);
    const code = w[at + E.code] as number;
    const now = this.legs.get(from)?.instrument || this.legs.get(to)?.instrument ? this.auditor.time : time + DELAY;
    if (code === rejects['price.stale'] && this.auditor.time <= time + PATIENCE)
      throw new Breach(`money §8: swap ${id} is refused for lack of ticks before its time limit`);
    if (code !== DONE) return;
    if (now < time + DELAY || now > time + PATIENCE)
      throw new Breach(`money §8: swap ${id} placed at ${time} is done at ${now}`);
    const receive = w[at + E.receive] as number;
    const worth = this.check(w, at, ended, now);
    if (receive < least) throw new Breach(`money §8: swap ${id} brings ${receive}, its least is ${least}`);
    this.flows.add(from, now, worth);
    this.flows.add(to, now, -worth);
    this.hours.add(from, now, BigInt(amount));
    this.hours.add(to, now, -BigInt(receive));
    this.customers.add(user, now, worth);
    accounts.move(pays, -amount);
    accounts.move(accounts.wallet(MARKET_MAKER, WALLET.spot, from), amount);
    accounts.move(accounts.wallet(MARKET_MAKER, WALLET.spot, to), -receive);
    accounts.move(accounts.wallet(user, WALLET.spot, to), receive);
  }

  /** Checks that all numbers follow from the ticks and recent swaps. Returns the value, millionths of a USDT. */
  private check(w: Float64Array, at: number, { id, user, from, to, amount }: Order, now: number): bigint {
    const [unitFrom, unitTo] = [BigInt(this.units[from] ?? 1), BigInt(this.units[to] ?? 1)];
    const index = this.index(from);
    const worth = up(BigInt(amount) * index.price * 1_000_000n, unitFrom * index.parts);
    const given = this.leg(from, worth, now);
    const got = this.leg(to, -worth, now);
    const gives = BigInt(amount) * index.price * got.parts * unitTo * (BILLION - given.half);
    const costs = unitFrom * given.parts * this.index(to).price * (BILLION + got.half);
    const expected = {
      ...{ worth, receive: gives / costs },
      ...{ fromTick: given.tick, fromPrice: given.price, fromFlow: given.flow, fromRange: given.range },
      ...{ fromHalf: given.half, toTick: got.tick, toPrice: got.price, toFlow: got.flow, toRange: got.range },
      toHalf: got.half,
    };
    for (const [name, value] of Object.entries(expected)) {
      const is = w[at + E[name as keyof typeof expected]] as number;
      if (BigInt(is) !== BigInt(value))
        throw new Breach(
          `money §8: swap ${id} of ${amount} from asset ${from} to ${to} has ${name} ${value}, emitted ${is}`,
        );
    }
    if (this.customers.sum(user, now) + worth > DEPTH)
      throw new Breach(`money §8: user ${user} swaps more than D a minute`);
    this.inventory(to, -(w[at + E.receive] as number), now);
    if (this.legs.get(from)?.instrument !== 0) this.inventory(from, amount, now);
    return worth;
  }

  private index(asset: number): { price: bigint; parts: bigint; tick: Tick | undefined; of: Instrument | undefined } {
    const { instrument = 0 } = this.legs.get(asset) ?? {};
    if (instrument === 0) return { price: 1n, parts: 1n, tick: undefined, of: undefined };
    const of = this.auditor.prices.of(instrument);
    const tick = of.ticks.find(({ time, state }) => time === this.auditor.time && state === PRICE_STATE.valid);
    if (tick === undefined) throw new Breach(`money §8: a swap of asset ${asset} is done without a valid tick of now`);
    return { price: BigInt(tick.price), parts: 10n ** BigInt(of.tickDecimals + 2), tick, of };
  }

  private leg(asset: number, change: bigint, now: number): Leg {
    const { instrument = 0, spread = 0 } = this.legs.get(asset) ?? {};
    const { tick, of, parts } = this.index(asset);
    const money = instrument === 0 && spread === 0;
    const before = money ? 0n : this.flows.sum(asset, now);
    const flow = money ? 0n : before + change;
    if (size(flow) > MOST_FLOW * DEPTH && size(flow) > size(before))
      throw new Breach(`money §8: the net flow of asset ${asset} is beyond 5 D`);
    const range = tick === undefined || of === undefined ? 0n : rangeOf(of, tick, now);
    const half = up(BigInt(spread) * 500n * (DEPTH + size(flow)), DEPTH) + up(range, 2n);
    return {
      ...{ tick: tick?.number ?? 0, price: tick?.price ?? 0, flow, range, parts },
      half: half < BILLION ? half : BILLION,
    };
  }

  private inventory(asset: number, change: number, now: number): void {
    const { accounts } = this.auditor;
    const slot = accounts.wallet(MARKET_MAKER, WALLET.spot, asset);
    const owns = (accounts.free[slot] as number) + (accounts.held[slot] as number);
    const net = Number(this.hours.sum(asset, now));
    const most = Math.max(0, Math.floor((owns - net) / INVENTORY));
    const after = Math.abs(net + change);
    if (after > most && after > Math.abs(net))
      throw new Breach(`money §8: swaps change the inventory of asset ${asset} by ${after} within an hour, of ${most}`);
  }

  /** No order waits beyond its time limit, or after its ticks have come. */
  private late(): void {
    const now = this.auditor.time;
    for (const { id, from, to, time } of this.waiting.values()) {
      if (now > time + PATIENCE) throw new Breach(`money §8: swap ${id} waits since ${time}`);
      if (this.auditor.command !== TICKS || now < time + DELAY) continue;
      const came = [from, to].every((asset) => {
        const instrument = this.legs.get(asset)?.instrument ?? 0;
        const { ticks } = this.auditor.prices.of(instrument);
        return instrument === 0 || ticks.some((tick) => tick.time === now && tick.state === PRICE_STATE.valid);
      });
      if (came) throw new Breach(`money §8: swap ${id} waits though its ticks have come`);
    }
  }
}

/** (high − low) ÷ low of an index, ppb: over its valid ticks of the last ten seconds, as far as they are kept. */
function rangeOf(of: Instrument, { number, price }: Tick, now: number): bigint {
  const seen = of.ticks.filter(
    (one) =>
      one.number <= number &&
      one.number > Math.max(number, of.number) - KEPT &&
      one.time >= now - RANGE &&
      one.state === PRICE_STATE.valid,
  );
  const low = BigInt(Math.min(price, ...seen.map((one) => one.price)));
  const high = BigInt(Math.max(price, ...seen.map((one) => one.price)));
  return high - low >= 2n * low ? 2n * BILLION : up((high - low) * BILLION, low);
}

function orderAt(w: Float64Array, at: number, places: typeof A | typeof E): Order {
  const [id, user, from, to] = [w[at + places.swap], w[at + places.user], w[at + places.from], w[at + places.to]] as [
    number,
    number,
    number,
    number,
  ];
  const [amount, least, time] = [w[at + places.amount], w[at + places.least], w[at + places.time]] as [
    number,
    number,
    number,
  ];
  return { id, user, from, to, amount, least, time };
}
