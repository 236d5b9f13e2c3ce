// The server's clock as seen from here: bounds on the offset from calls and frames, safe against a wrong or jumping local clock.

import { LiveStore } from './stores/store.ts';

/** Local clocks drift; the bounds widen by this much of the time passed. */
const DRIFT = 200 / 1_000_000;
/** Wall and monotonic time further apart than this since the last look: the clock was set, or the machine slept. */
const JUMP_MS = 1_000;

/** Local clocks, milliseconds: `wall` may be wrong and jump, `steady` never goes back but may stop in sleep. */
export interface LocalClocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

/** Keeps the offset server − wall between two bounds, as a network time client does. */
export class ServerClock extends LiveStore {
  readonly #local: LocalClocks;
  #low = -Infinity;
  #high = Infinity;
  #offset = 0;
  #observedAt = 0;
  #lastWall: number;
  #lastSteady: number;
  /** Called when the local clock jumped and the server should be asked again. */
  onJump: () => void = () => undefined;

  constructor(local: LocalClocks) {
    super();
    this.#local = local;
    this.#lastWall = local.wall();
    this.#lastSteady = local.steady();
    this.#observedAt = this.#lastSteady;
  }

  /** Whether the server was heard at all; before that `now` is the local time. */
  get known(): boolean {
    return this.#low > -Infinity;
  }

  /** The server's time now, ms UTC. */
  now(): number {
    this.#watch();
    return this.#local.wall() + this.#offset;
  }

  /** Server − local wall time, ms. */
  get offset(): number {
    return this.#offset;
  }

  /** A frame stamped `time` by the server arrived just now: the server's clock is at least that. */
  frame(time: number): void {
    this.#observe(time - this.#local.wall(), Infinity);
  }

  /** An answer stamped `time` to a call sent at local wall time `sentAt` arrived just now. */
  answer(time: number, sentAt: number): void {
    this.#observe(time - this.#local.wall(), time - sentAt);
  }

  #watch(): void {
    const wall = this.#local.wall();
    const steady = this.#local.steady();
    const jumped = Math.abs(wall - this.#lastWall - (steady - this.#lastSteady)) > JUMP_MS;
    this.#lastWall = wall;
    this.#lastSteady = steady;
    if (!jumped) return;
    // The old offset may still be right (sleep) or not (the clock was set): keep it until the server is heard.
    this.#low = -Infinity;
    this.#high = Infinity;
    this.onJump();
  }

  #observe(low: number, high: number): void {
    this.#watch();
    const steady = this.#local.steady();
    const widened = (steady - this.#observedAt) * DRIFT;
    this.#observedAt = steady;
    this.#low = Math.max(this.#low - widened, low);
    this.#high = Math.min(this.#high + widened, high);
    if (this.#low > this.#high) {
      this.#low = low;
      this.#high = high;
    }
    const offset = Math.round(this.#high === Infinity ? this.#low : (this.#low + this.#high) / 2);
    if (offset === this.#offset) return;
    this.#offset = offset;
    this.touch();
  }
}
