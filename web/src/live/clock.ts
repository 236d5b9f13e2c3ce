// Estimates the server's clock: bounds on the offset from calls and frames, robust against a wrong or jumping local
// clock.

import { LiveStore } from './stores/store.ts';

/** Local clocks drift; the bounds widen by this fraction of the elapsed time. */
const DRIFT = 200 / 1_000_000;
/** If wall and monotonic time differ by more than this since the last check, the clock was set or the machine slept. */
const JUMP_MS = 1_000;

/** Local clocks, milliseconds: `wall` may be wrong and jump, `steady` never goes back but may stop in sleep. */
export interface LocalClocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

/** Keeps the offset server − wall between two bounds, like a network time client. */
export class ServerClock extends LiveStore {
  readonly #local: LocalClocks;
  #low = -Infinity;
  #high = Infinity;
  #offset = 0;
  #observedAt = 0;
  #lastWall: number;
  #lastSteady: number;
  /** Called when the local clock jumped, to request the server's time again. */
  onJump: () => void = () => undefined;

  constructor(local: LocalClocks) {
    super();
    this.#local = local;
    this.#lastWall = local.wall();
    this.#lastSteady = local.steady();
    this.#observedAt = this.#lastSteady;
  }

  /** Whether the server's time is known; before that `now` is the local time. */
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

  /** Call when a frame with the server's `time` arrives: the server's clock is at least that. */
  frame(time: number): void {
    this.#observe(time - this.#local.wall(), Infinity);
  }

  /** Call when an answer with the server's `time` arrives for a call sent at local wall time `sentAt`. */
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
    // The old offset may still be right (sleep) or not (the clock was set): it stays until the server answers.
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
