// Two-person approval: proposal.make, proposal.approve, proposal.refuse, and changes that are due (money §1, core §3).
// The domain of the proposed command decides and commits it, as if it had been sent directly.

import { type Clock, TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { CHANGE, type Changes, type Operators, rolesFor, type StoredWords } from '../user/index.ts';
import {
  checkRecord,
  commands,
  type CommandShape,
  DONE,
  isCommandKind,
  KINDS,
  MAX_PROPOSED_WORDS,
  offsetOf,
  rejects,
} from '../schema/index.ts';
import type { Noticed } from './noticed.ts';
import type { Runner } from './runner.ts';
import { MAX_PROPOSALS, PROPOSAL, PROPOSAL_STEPS, type Step, type Waiting } from './waiting.ts';
import type { Expect } from '../expect.ts';

const MAKE = commands['proposal.make'].kind;
const APPROVE = commands['proposal.approve'].kind;
const REFUSE = commands['proposal.refuse'].kind;
const OPERATOR = offsetOf('proposal.approve', 'operator');
const ID = offsetOf('proposal.approve', 'proposal');
/** Offsets in proposal.make: the number of words, and the first of them. */
const COUNT = OPERATOR + 1;
const WORDS = OPERATOR + 2;
/** Decisions for one operator below a threshold and two above it: proposed with operator 0. */
const ABOVE_THRESHOLD: readonly number[] = [commands['loan.decide'].kind, commands['withdrawal.approve'].kind];

const proposable = new Uint8Array(KINDS);
for (const { kind, sender } of Object.values<CommandShape>(commands)) if (sender === 'setup') proposable[kind] = 1;
for (const kind of ABOVE_THRESHOLD) proposable[kind] = 1;

/** Whether a command of this kind may be proposed. */
export function mayBeProposed(kind: number): boolean {
  return proposable[kind] === 1;
}

export class Proposals extends Domain {
  readonly kinds = [MAKE, APPROVE, REFUSE];
  override readonly timers = [TIMER.proposal, TIMER.noticed, TIMER.change];
  /** Words copied out of the state for the current command. Not state. */
  private readonly words = new Float64Array(MAX_PROPOSED_WORDS);
  private readonly clock: Clock;
  private readonly waiting: Waiting;
  private readonly changes: Changes;
  private readonly operators: Operators;
  private readonly stored: StoredWords;
  private runner: Runner | undefined;
  private noticed: Noticed | undefined;

  constructor(clock: Clock, waiting: Waiting, changes: Changes, operators: Operators, stored: StoredWords) {
    super();
    this.clock = clock;
    this.waiting = waiting;
    this.changes = changes;
    this.operators = operators;
    this.stored = stored;
  }

  /** Registers the router that runs the commands of all domains, this one included, and the domain with notice. */
  give(runner: Runner, noticed: Noticed): void {
    this.runner = runner;
    this.noticed = noticed;
    this.waiting.give(noticed);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === MAKE) return this.decideMake(words, at);
    const id = words[at + ID] as number;
    const operator = words[at + OPERATOR] as number;
    const { waiting, operators } = this;
    const row = waiting.row(id);
    const step: Step = kind === APPROVE ? 'approve' : 'refuse';
    if (PROPOSAL_STEPS[waiting.state(row)]?.[step] === undefined)
      return this.refuse(rejects['request.notFound'], 0, id);
    if (kind === REFUSE) return DONE;
    const proposed = waiting.kind(row);
    const by = waiting.by(row);
    // Two operators, both with the role now. An operator who has since lost the role does not count.
    if (by === operator) return this.refuse(rejects['request.forbidden'], 0, operator);
    for (const one of [operator, by])
      if (!operators.may(one, proposed))
        return this.refuse(rejects['request.forbidden'], rolesFor(proposed), operators.roles(one));
    const from = waiting.from(row);
    if (this.clock.now < from) return this.refuse(rejects['request.forbidden'], from, this.clock.now);
    waiting.read(row, this.words);
    return this.decideProposed(this.words, 0, proposed);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { waiting } = this;
    const operator = words[at + OPERATOR] as number;
    if (kind === MAKE) return waiting.make(operator, words, at + WORDS);
    const row = waiting.row(words[at + ID] as number);
    if (kind === REFUSE) {
      waiting.settle(row, operator, PROPOSAL.refused);
      return 0;
    }
    const proposed = waiting.kind(row);
    waiting.read(row, this.words);
    waiting.settle(row, operator, PROPOSAL.approved);
    return this.run().commit(this.words, 0, proposed);
  }

  override fire(kind: number, _id: number, due: number): void {
    if (kind === TIMER.change) this.takeChanges(due + 1);
    else this.waiting.expire(kind, due + 1);
  }

  override emitState(): void {
    this.operators.emitAll();
    this.waiting.emitAll();
    this.changes.emitAll();
  }

  /** Stored words belong to waiting proposals and changes only. */
  override audit(expect: Expect): void {
    const words = this.waiting.audit(expect) + this.changes.audit(expect);
    const used = this.stored.used();
    expect(used === words, () => `${words} words to be kept for what waits, got ${used}`);
    expect(!this.changes.taking, 'no change to be taken between commands');
  }

  private decideMake(words: Float64Array, at: number): number {
    const operator = words[at + OPERATOR] as number;
    const count = words[at + COUNT] as number;
    const from = at + WORDS;
    const kind = words[from] as number;
    if (count === 0 || !isCommandKind(kind)) return this.refuse(rejects['request.invalid'], 0, count === 0 ? 0 : kind);
    if (!mayBeProposed(kind)) return this.refuse(rejects['request.forbidden'], 0, kind);
    if (words[from + 1] !== count) return this.refuse(rejects['request.invalid'], count, words[from + 1] as number);
    const flaw = checkRecord(words, from);
    if (flaw !== 0) return this.refuse(rejects['request.invalid'], 0, flaw);
    if (ABOVE_THRESHOLD.includes(kind) && words[from + OPERATOR] !== 0)
      return this.refuse(rejects['request.forbidden'], 0, words[from + OPERATOR] as number);
    if (!this.operators.may(operator, kind))
      return this.refuse(rejects['request.forbidden'], rolesFor(kind), this.operators.roles(operator));
    // The same words twice are a repeated request (W18): the open proposal can be approved.
    const same = this.waiting.same(words, from);
    if (same !== 0) return this.refuse(rejects['request.invalid'], 0, same);
    if (this.waiting.full()) return this.refuse(rejects['request.tooFrequent'], MAX_PROPOSALS, MAX_PROPOSALS);
    const code = this.decideProposed(words, from, kind);
    const { noticed } = this;
    if (code !== DONE || noticed?.noticed !== kind) return code;
    const begins = noticed.mayBegin(words, from);
    return begins === DONE ? DONE : this.refuse(begins, noticed.expected, noticed.got);
  }

  private decideProposed(words: Float64Array, at: number, kind: number): number {
    const runner = this.run();
    const code = runner.decide(words, at, kind);
    return code === DONE ? DONE : this.refuse(code, runner.expected, runner.got);
  }

  /** Decides each due change again. A change that no longer fits is dropped with an event. */
  private takeChanges(now: number): void {
    const { changes, words } = this;
    const runner = this.run();
    changes.taking = true;
    for (let row = changes.due(now); row !== 0; row = changes.due(now)) {
      const kind = changes.read(row, words);
      const code = runner.decide(words, 0, kind);
      changes.close(row, code === DONE ? CHANGE.inForce : CHANGE.unfit, code === DONE ? 0 : code);
      if (code === DONE) runner.commit(words, 0, kind);
    }
    changes.taking = false;
    changes.rearm();
  }

  private run(): Runner {
    if (this.runner === undefined) throw new Error('Expected proposals to be given a runner before commands.');
    return this.runner;
  }
}
