// Faults at every place where a worker can be cut: each statement and commit, each word with the exchange, the signer and
// the node; before it took effect, after it, or with a lie instead of an answer.

import type pg from 'pg';
import {
  type BroadcastAnswer,
  CannotPlan,
  type Chain,
  type ChainNode,
  type ChainStatus,
  type Codec,
  NodeFault,
  type Plan,
} from '../../../src/custody/rail/index.ts';
import { practiceCodec, printDetail, readDetail } from '../../../src/custody/rail/practice/codec.ts';
import { type Signer, SignerFault, SignerRefusal } from '../../../src/custody/types/index.ts';
import { STEP } from '../../../src/custody/withdrawal/plan.ts';
import { type SecondHolder, USES } from './second-holder.ts';
import { type ExchangeLink, IntakeError } from '../../../src/engine/sequencer/index.ts';

/** What a fault throws where nothing else fits. */
export class Cut extends Error {
  override readonly name = 'Cut';
}

/** How likely a nonce jams, and how likely a raise is refused while fees are high. */
const JAMS = 0.1;
const NO_RAISE = 0.5;
/** How likely somebody else who has our key uses a nonce before its own transaction is sent. */
const FOREIGN = 0.1;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * The practice chain's codec with zero self-transfers, which that chain has not: one least unit to oneself stands for
 * nothing.
 */
export const cancellingCodec: Codec = {
  ...practiceCodec,
  unsigned: (plan, publicKeyOf) =>
    practiceCodec.unsigned(plan.payment.units === 0n ? withUnits(plan, 1n) : plan, publicKeyOf),
  read(bytes, own) {
    const spend = practiceCodec.read(bytes, own);
    const payments = spend.payments.map((one) =>
      one.to === spend.from && one.units === 1n ? { ...one, units: 0n } : one,
    );
    return { ...spend, payments };
  },
};

function withUnits(plan: Plan, units: bigint): Plan {
  return { ...plan, payment: { ...plan.payment, units } };
}

/** Numbers from a seed (mulberry32), and the faults played so far. */
export class Chaos {
  /** How likely a fault is where one can be. */
  rate = 0;
  readonly played = new Map<string, number>();
  total = 0;
  /** Recipients that refuse what they are paid, and what was paid to them: included, and without effect. */
  readonly refusing = new Set<string>();
  readonly reverted = new Set<string>();
  /** What the exchange booked for the chain's cost, by withdrawal. */
  readonly booked = new Map<number, bigint>();
  /** Addresses of the house. */
  own: ReadonlySet<string> = NOBODY;
  /** Nonces whose payments no block takes. */
  private readonly jammed = new Map<string, boolean>();
  private readonly jammedTransactions = new Set<string>();
  /** Fees are above what is offered: what is sent meanwhile waits. */
  /** Somebody else who has our keys; absent: nobody. */
  second: SecondHolder | undefined;
  private readonly met = new Set<string>();
  private spiking = false;
  private readonly waiting = new Map<string, Uint8Array>();
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** From 0 to below 1. */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(most: number): number {
    return Math.floor(this.random() * most);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** Whether a fault of this name is played now. */
  hits(name: string): boolean {
    if (!this.chance(this.rate)) return false;
    this.total += 1;
    this.played.set(name, (this.played.get(name) ?? 0) + 1);
    return true;
  }

  /** As `hits`, for what shall be rarer: a share of all chances, whatever the rate is. */
  strikes(name: string, share: number): boolean {
    if (this.rate === 0 || !this.chance(share)) return false;
    this.total += 1;
    this.played.set(name, (this.played.get(name) ?? 0) + 1);
    return true;
  }

  /** Fees rise above what is offered, or fall again: then what waits is sent. */
  async spike(chain: Chain, rises: boolean): Promise<void> {
    this.spiking = rises;
    if (rises) return;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const raw of waiting) await this.deliver(chain, raw);
  }

  get high(): boolean {
    return this.spiking;
  }

  /** The chain takes a transaction; what refuses it is known from then on. */
  private async deliver({ node, codec }: Chain, raw: Uint8Array): Promise<BroadcastAnswer> {
    const [paid] = codec.read(raw, NOBODY).payments;
    if (paid !== undefined && this.refusing.has(paid.to)) this.reverted.add(codec.txid(raw));
    return node.broadcast(raw);
  }

  /** What becomes of a transaction that is sent. */
  private async send(chain: Chain, raw: Uint8Array): Promise<BroadcastAnswer> {
    this.second?.note(raw);
    const { payments, claims, from } = chain.codec.read(raw, NOBODY);
    const [claim = ''] = claims;
    if (payments[0]?.to === from) return chain.node.broadcast(raw);
    // A recipient's code jams a nonce: addresses of ours have none.
    const jams = !this.own.has(payments[0]?.to ?? '');
    if (!this.jammed.has(claim)) this.jammed.set(claim, jams && this.strikes('jammed nonce', JAMS));
    const txid = chain.codec.txid(raw);
    const first = !this.met.has(claim);
    // Before anything is waited for: the other worker may send the same now.
    this.met.add(claim);
    if (first && this.jammed.get(claim) === false) await this.foreign(chain, raw);
    if (this.jammed.get(claim) === true) {
      this.jammedTransactions.add(txid);
      return { state: 'taken' };
    }
    if (this.spiking) {
      this.waiting.set(txid, raw);
      return { state: 'taken' };
    }
    return this.deliver(chain, raw);
  }

  /** Somebody else may use the nonce first. */
  private async foreign(chain: Chain, raw: Uint8Array): Promise<void> {
    const use = USES[this.below(USES.length)] ?? 'self';
    const units = BigInt(1 + this.below(50)) * 1_000_000n;
    if (this.second === undefined || !this.strikes(`foreign transaction, ${use}`, FOREIGN)) return;
    await this.deliver(chain, this.second.rivalOf(raw, use, units));
  }

  private async look({ node }: Chain, txid: string): Promise<ChainStatus> {
    if (this.jammedTransactions.has(txid) || this.waiting.has(txid)) return { state: 'pending' };
    const status = await node.status(txid);
    return status.state === 'included' && this.reverted.has(txid) ? { ...status, done: false } : status;
  }

  /** Nothing, from the hot address to itself, for a plan whose nonce is jammed. */
  private cancel(plan: Plan): Plan | undefined {
    const [claim = ''] = plan.claims;
    const [, to = ''] = claim.split(':');
    if (this.jammed.get(claim) !== true || plan.payment.units === 0n) return undefined;
    const { nonce, fee } = readDetail(plan);
    return { ...plan, payment: { ...plan.payment, to, units: 0n }, detail: printDetail({ nonce, fee }) };
  }

  link(inner: ExchangeLink): ExchangeLink {
    return {
      ...inner,
      submit: async (command, user) => {
        if (this.hits(`${command.name} not taken`)) throw new IntakeError('server.notTaking', 'test: not taken');
        const outcome = await inner.submit(command, user);
        if (command.name === 'withdrawal.step' && command.step === STEP.confirm && outcome.code === 200)
          this.booked.set(command.withdrawal, BigInt(command.cost));
        if (this.hits(`${command.name} answer lost`))
          throw new IntakeError('server.unknown', 'test: the answer is lost');
        return outcome;
      },
    };
  }

  signer(inner: () => Signer): Pick<Signer, 'reserve' | 'release' | 'sign'> {
    const asked = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
      if (this.hits(`${name} away`)) throw new SignerFault('test: away');
      const answer = await call();
      if (this.hits(`${name} answer lost`)) throw new SignerFault('test: the answer is lost');
      return answer;
    };
    return {
      reserve: async (order) => {
        if (this.hits('reservation refused')) throw new SignerRefusal('test: its limits are full');
        await asked('reserve', () => inner().reserve(order));
      },
      release: (id) => asked('release', () => inner().release(id)),
      sign: (order) => asked('signer', () => inner().sign(order)),
    };
  }

  /** Pool whose statements that write, and commits, are cut before or after they took effect. */
  pool(inner: pg.Pool): pg.Pool {
    type Run = (text: unknown, values?: unknown) => Promise<unknown>;
    const wrap = (client: pg.PoolClient): pg.PoolClient => {
      const run = client.query.bind(client) as unknown as Run;
      const query: Run = async (text, values) => {
        const words = (typeof text === 'string' ? text : (text as { text: string }).text)
          .trimStart()
          .slice(0, 6)
          .toLowerCase();
        if (words === 'commit') {
          if (this.hits('cut before commit')) {
            await run('rollback');
            throw new Cut('test: before the commit');
          }
          const done = await run(text, values);
          if (this.hits('cut after commit')) throw new Cut('test: after the commit');
          return done;
        }
        const writes = words === 'insert' || words === 'update' || words === 'delete';
        if (writes && this.hits('cut before a write')) throw new Cut('test: before a write');
        const done = await run(text, values);
        if (writes && this.hits('cut after a write')) throw new Cut('test: after a write');
        return done;
      };
      return new Proxy(client, {
        get: (target, name) => {
          if (name === 'query') return query;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    };
    return new Proxy(inner, {
      get: (target, name) => {
        if (name === 'connect') return async () => wrap(await target.connect());
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  /** A chain whose node goes away, answers too late, and lies. */
  chain(inner: Chain): Chain {
    const { node, planner } = inner;
    const asked = async <T>(name: string, ask: () => Promise<T>): Promise<T> => {
      if (this.hits(`${name}: node away`)) throw new NodeFault('test: away');
      const answer = await ask();
      if (this.hits(`${name}: node late`)) throw new NodeFault('test: late');
      return answer;
    };
    const faulty: ChainNode = {
      ...node,
      status: (txid) =>
        asked('status', async () => {
          if (this.hits('status: unknown, a lie')) return { state: 'unknown' };
          if (this.hits('status: included, a lie')) {
            const head = await node.head();
            const block = await node.block(Math.max(0, head.height - this.below(20)));
            if (block !== undefined) {
              const { height, hash } = block;
              return { state: 'included', height, blockHash: hash, done: true, cost: 10_000n, costCoin: 'USDT' };
            }
          }
          return this.look(inner, txid);
        }),
      arrivals: (block, ours) =>
        asked('arrivals', async () =>
          (await node.arrivals(block, ours)).filter(({ txid }) => !this.reverted.has(txid)),
        ),
      rival: (claims) => asked('rival', async () => this.second?.rival(node, claims)),
      broadcast: (raw) =>
        asked('broadcast', async () => {
          if (this.hits('broadcast: taken, a lie')) return { state: 'taken' };
          const answer = await this.send(inner, raw);
          if (this.hits('broadcast: refused, a lie')) return { state: 'refused', why: 'test: refused' };
          return answer;
        }),
    };
    return {
      ...inner,
      node: faulty,
      planner: {
        plan: async (...given) => {
          if (this.hits('plan: node away')) throw new CannotPlan('node', 'test: away');
          if (this.spiking) throw new CannotPlan('fee', 'test: fees are above the cap');
          const plan = await planner.plan(...given);
          if (this.hits('plan: cut')) throw new Cut('test: behind the plan');
          return plan;
        },
        bump: async (plan) => {
          if (this.hits('bump: node away')) throw new CannotPlan('node', 'test: away');
          const behind = this.jammed.get(plan.claims[0] ?? '') === true || (this.spiking && this.chance(NO_RAISE));
          return behind ? undefined : planner.bump(plan);
        },
        cancel: (plan) => Promise.resolve(this.cancel(plan)),
      },
    };
  }
}
