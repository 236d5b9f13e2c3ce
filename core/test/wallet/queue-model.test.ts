// The order of grants against a naive model that sorts all that waits anew at each step, in random stories; the bound of
// every sixty minutes; restarts in the middle.
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { random } from '../exchange/small-world.ts';
import { USDT } from '../kit/genesis.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { type World } from '../kit/world.ts';
import { cancelled, FAILED, restored, review, stage, step } from './kit.ts';
import { ask, auditOf, HOUR, MINUTE, queueWorld, sign, UNIT } from './queue-kit.ts';

const { seed } = randomTests(import.meta.url, 3);
const USERS = 4;
const DAY = 24 * HOUR;
const RETRY = 10 * MINUTE;
const SMALL = 1_000;

interface Asked {
  readonly id: number;
  readonly user: number;
  readonly usdt: number;
  readonly time: number;
  round: number;
  state: 'waiting' | 'aside' | 'granted' | 'signed';
  /** When it comes back, or its grant is examined. */
  due: number;
  spent: number;
  /** Until when what it used is in use. */
  usedTo: number;
  /** When it was signed. */
  signed: number;
}

/** What the queue does, said once more without heaps, windows of minutes or counters. */
class Model {
  readonly all: Asked[] = [];
  readonly locked = new Set<number>();
  readonly log: number[] = [];
  private round = 0;
  private readonly until = new Map<number, number>();
  private minute = 0;
  private stirred = false;

  /** Atoms owed to customers. */
  private readonly owed: () => number;

  constructor(owed: () => number) {
    this.owed = owed;
  }

  private hour(): number {
    return Math.floor(this.owed() / 20);
  }

  private sum(now: number, of: (one: Asked) => number): number {
    let sum = 0;
    for (const one of this.all)
      if (
        one.state === 'granted' ||
        (one.state === 'signed' && Math.floor(one.signed / MINUTE) > Math.floor(now / MINUTE) - 61)
      )
        sum += of(one);
    return sum;
  }

  join(id: number, user: number, usdt: number, time: number): void {
    const waits = this.all.filter((one) => one.user === user && one.state !== 'signed');
    const round = this.round + waits.length;
    this.all.push({ id, user, usdt, time, round, state: 'waiting', due: 0, spent: 0, usedTo: 0, signed: 0 });
    this.stirred = true;
  }

  end(id: number, refunds: boolean, now: number): void {
    const at = this.all.findIndex((one) => one.id === id);
    const [gone] = this.all.splice(at, 1);
    if (gone === undefined) throw new Error('Expected one under way.');
    if (refunds) this.refund(gone, now);
    if (gone.state !== 'aside') this.stirred = true;
  }

  /** Gives back what has not passed; what the user's later ones used begins earlier by it. */
  private refund(one: Asked, now: number): void {
    const back = Math.max(0, Math.min(one.spent, one.usedTo - now));
    const { user, usedTo } = one;
    one.spent = 0;
    one.usedTo = 0;
    this.until.set(user, (this.until.get(user) ?? 0) - back);
    for (const later of this.all) if (later.user === user && later.usedTo > usedTo) later.usedTo -= back;
  }

  /** Time has come to `now`: timers first, in their order, then whoever can be served. */
  go(now: number): void {
    for (;;) {
      const due = this.all.filter((one) => (one.state === 'aside' || one.state === 'granted') && one.due < now);
      due.sort((a, b) => a.due - b.due || a.id - b.id);
      const [one] = due;
      if (one === undefined) break;
      if (one.state === 'aside') {
        one.state = 'waiting';
        this.stirred = true;
      } else if (this.locked.has(one.user)) {
        one.state = 'aside';
        one.due += 1 + RETRY;
        this.refund(one, now);
        this.stirred = true;
      } else one.due += 1 + HOUR;
    }
    if (this.minute !== 0 && now >= this.minute) {
      this.minute = 0;
      this.stirred = true;
    }
    while (this.stirred) this.stirred = this.serve(now);
    if (this.minute === 0 && this.all.some(({ state }) => state === 'waiting'))
      this.minute = (Math.floor(now / MINUTE) + 1) * MINUTE;
  }

  private serve(now: number): boolean {
    const waits = this.all.filter(({ state }) => state === 'waiting');
    waits.sort((a, b) => a.round - b.round || a.time - b.time || a.id - b.id);
    const [first] = waits;
    if (first === undefined) return false;
    if (this.settle(first, true, now)) return true;
    if (first.usdt <= SMALL) return false;
    const small = waits.find(({ usdt }) => usdt <= SMALL);
    return small !== undefined && this.settle(small, false, now);
  }

  private settle(one: Asked, isFirst: boolean, now: number): boolean {
    const hour = this.hour();
    const large = Math.floor((hour * 4) / 5);
    const amount = one.usdt * UNIT;
    const aside = (due: number): boolean => {
      one.state = 'aside';
      one.due = due;
      return true;
    };
    if (this.locked.has(one.user)) return aside(now + RETRY);
    if (one.usdt > SMALL && amount > large) return aside(now + RETRY);
    const hourly = Math.max(1_000, Math.floor(Math.ceil(hour / UNIT) / 10));
    const cost = Math.ceil((one.usdt * HOUR) / hourly);
    const until = this.until.get(one.user) ?? 0;
    if (until > now && until + cost - now > DAY) return aside(cost < DAY ? until + cost - DAY : until);
    const all = this.sum(now, ({ usdt }) => usdt * UNIT);
    const larges = this.sum(now, ({ usdt }) => (usdt > SMALL ? usdt * UNIT : 0));
    const smalls = all - larges;
    const fits =
      one.usdt > SMALL
        ? larges + amount <= large && (smalls <= SMALL * UNIT || all + amount <= hour)
        : smalls + amount <= hour - large || smalls + amount <= SMALL * UNIT || (isFirst && all + amount <= hour);
    if (!fits) return false;
    one.state = 'granted';
    one.due = now + HOUR;
    one.spent = cost;
    one.usedTo = Math.max(until, now) + cost;
    this.until.set(one.user, one.usedTo);
    this.round = Math.max(this.round, one.round);
    this.log.push(one.id);
    return true;
  }
}

/** Atoms of USDT that are customers'. */
function owed(world: World): number {
  let sum = 0;
  for (const { class: of, user, asset, available, held } of world.audit.accounts.values())
    if (of === 1 && user !== MARKET_MAKER && asset === USDT) sum += available + held;
  return sum;
}

function drive(world: World, from: number, steps: number, restarts: boolean): { codes: number[]; grants: number[] } {
  const pick = random(from);
  const model = new Model(() => owed(world));
  const grants: number[] = [];
  const codes: number[] = [];
  const review_: number[] = [];
  const asked = new Map<number, { user: number; usdt: number; time: number }>();
  let read: unknown;
  const follow = (): void => {
    // A step that sends nothing leaves the events of the batch before.
    if (read !== world.events) grants.push(...world.emitted('withdrawal.granted').map(({ withdrawal }) => withdrawal));
    read = world.events;
    model.go(world.time);
    expect(grants, `seed ${from}: the order of the grants`).toEqual(model.log);
  };
  const one = <T>(list: readonly T[]): T | undefined => list[pick(Math.max(1, list.length))];
  for (let n = 0; n < steps; n += 1) {
    world.wait([0, 7, MINUTE, 20 * MINUTE, HOUR, pick(3 * HOUR)][pick(6)]!);
    follow();
    const user = 2 + pick(USERS);
    switch (pick(9)) {
      case 0:
      case 1:
      case 2: {
        const usdt = [1 + pick(1_000), 1_000, 1_001, 1_000 + pick(7_000)][pick(4)]!;
        const { code, result } = world.send(ask(user, usdt));
        codes.push(code);
        if (code !== 200) break;
        asked.set(result, { user, usdt, time: world.time });
        review_.push(result);
        break;
      }
      case 3:
      case 4: {
        const id = review_.splice(pick(Math.max(1, review_.length)), 1)[0];
        const known = asked.get(id ?? 0);
        if (id === undefined || known === undefined) break;
        const { code } = world.send(review(id, 1));
        codes.push(code);
        if (code === 200) model.join(id, known.user, known.usdt, known.time);
        break;
      }
      case 5:
      case 6: {
        const chosen = one(model.all.filter(({ state }) => state !== 'signed'));
        if (chosen === undefined) break;
        const may = chosen.state === 'granted' && !model.locked.has(chosen.user);
        expect(sign(world, chosen.id)).toBe(model.locked.has(chosen.user) ? 3105 : may ? 200 : 3104);
        if (!may) break;
        chosen.state = 'signed';
        chosen.signed = world.time;
        break;
      }
      case 7: {
        const chosen = one(model.all.filter(({ state }) => state !== 'signed'));
        if (chosen === undefined) break;
        const fails = pick(3) === 0;
        expect(world.send(fails ? step(chosen.id, FAILED) : cancelled(chosen.user, chosen.id)).code).toBe(200);
        model.end(chosen.id, fails, world.time);
        break;
      }
      default: {
        const locks = pick(3) === 0 ? 2 : 0;
        stage(world, user, 2, locks);
        if (locks === 0) model.locked.delete(user);
        else model.locked.add(user);
      }
    }
    follow();
    if (restarts && pick(5) === 0) restored(world);
  }
  // All that was signed within any sixty minutes: the limit, or large ones' part and small ones worth 1,000 USDT.
  const signed = model.all.filter(({ state }) => state === 'signed');
  for (const last of signed) {
    const within = signed.filter((of) => of.signed <= last.signed && of.signed > last.signed - HOUR);
    const sum = within.reduce((total, { usdt }) => total + usdt, 0);
    expect(sum, 'signed within sixty minutes').toBeLessThanOrEqual(9_000);
  }
  expect(auditOf(world).granted.size).toBe(model.all.filter(({ state }) => state === 'granted').length);
  return { codes, grants };
}

describe(`money §8 the queue of withdrawals (seed ${seed})`, () => {
  it('grants in the order of the model, whatever is asked, signed, cancelled, locked and restarted', () => {
    for (let round = 0; round < runs(3); round += 1) drive(queueWorld({}, USERS), seed + round, 200, round % 2 === 1);
  });
});
