// A machine with the core's face that only adds: enough to test what the sequencer does around a core.

import { createHash } from 'node:crypto';
import { type Command, type Exchange, type SnapshotParts, rejects } from '@vitrine/core';
import type { CoreKit } from '../../../src/engine/sequencer/kit.ts';

/** Adds `value` for `user`; refused below 0. `due`: sets a timer so many ms ahead, which adds 1 when it fires. */
export interface Add {
  readonly name: 'add';
  readonly user: number;
  readonly value: number;
  readonly due?: number;
  readonly cancel?: boolean;
}

const ADD = 90;
const CANCEL = 32;

/** An addition as a command. The adder's kit knows no other. */
export const add = (user: number, value: number, more: Partial<Add> = {}) =>
  ({ name: 'add', user, value, ...more }) as unknown as Command;

class Adder {
  time = 0;
  seq = 0;
  sum = 0;
  due = Infinity;
  order: number[] = [];
  result = 0;
  expected = 0;
  got = 0;
  repeated = 0;
  first = 0;
  #events: number[] = [];
  #hash = '';

  constructor(seq = 0, sum = 0, time = 0) {
    this.seq = seq;
    this.sum = sum;
    this.time = time;
  }

  advance(time: number): void {
    if (time < this.time) throw new Error(`time went back from ${this.time} to ${time}`);
    this.time = time;
    this.seq += 1;
    if (this.due < time) {
      this.sum += 1;
      this.due = Infinity;
      this.#events.push(111, 5, 1, 1, 0);
    }
  }

  apply(words: Float64Array, at: number): number {
    this.seq += 1;
    const [user = 0, value = 0, due = 0] = words.subarray(at + 2);
    if (value === 666) throw new Error('an assertion failed in commit');
    this.order.push(user);
    this.result = 0;
    this.got = value < 0 ? value : 0;
    if (value < 0) {
      this.#events.push(102, 9, this.seq, user, rejects['request.invalid'], 0, value, 0, 0);
      return rejects['request.invalid'];
    }
    if (due > 0) this.due = this.time + due;
    this.sum += value;
    this.result = this.sum;
    this.#events.push(111, 5, user, value, 0, 101, 7, this.seq, user, this.sum, 0, 0);
    return 200;
  }

  takeEvents(): Float64Array {
    const events = new Float64Array(this.#events);
    this.#events = [];
    this.#hash = createHash('md5')
      .update(this.#hash)
      .update(new Uint8Array(events.buffer))
      .update(String(this.sum))
      .digest('hex');
    return events;
  }

  readEvents(): Float64Array {
    return this.takeEvents();
  }

  ask(words: Float64Array, at: number): unknown {
    return { code: 200, expected: 0, got: 0, numbers: [this.sum + (words[at + 3] ?? 0)] };
  }

  nextDue = () => this.due;
  runningHash = () => this.#hash;
  digest = () => String(this.sum);
  keyDigest = () => '';
  awaitsSetup = () => false;
  hasWork = () => false;
  readonly rules = 1;
  readonly newestRules = 1;
  save = () => ({
    header: { digest: this.digest() },
    seq: this.seq,
    sum: this.sum,
    time: this.time,
    hash: this.#hash,
    due: this.due,
  });
  seed = () => new Float64Array([111, 5, 0, this.sum, 0]);

  static restore(parts: { seq: number; sum: number; time: number; hash: string; due: number }): Adder {
    const adder = new Adder(parts.seq, parts.sum, parts.time);
    adder.#hash = parts.hash;
    adder.due = parts.due;
    return adder;
  }
}

/** The machine last opened, for looking into. */
export const opened: { last: Adder } = { last: new Adder() };

export const adderKit: CoreKit = {
  open: () => (opened.last = new Adder()) as unknown as Exchange,
  restore: (parts: SnapshotParts) =>
    (opened.last = Adder.restore(parts as unknown as Parameters<typeof Adder.restore>[0])) as unknown as Exchange,
  encode(command) {
    const { user = 0, value = 0, due = 0, cancel = false } = command as unknown as Partial<Add>;
    return new Float64Array([cancel ? CANCEL : ADD, 5, user, value, due]);
  },
  pack: (words) => new Uint8Array(words.slice().buffer),
  unpack: (bytes) => new Float64Array(new Uint8Array(bytes).buffer),
};
