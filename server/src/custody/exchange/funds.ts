// The exchange's rails, limits, deposits and withdrawals in progress, projected from its committed events: the ledger
// decides, and custody checks here first without guessing.

import { decodeEvents, type ExchangeEvent, RULE, unpackText } from '@vitrine/core';
import { LOAN_STATUS } from '@vitrine/core/enum';
import { type ExchangeLink, followLink } from '../../engine/sequencer/index.ts';

/** Terms of an asset on a rail. Amounts in atoms, `feeRate` in millionths. */
export interface RailTerms {
  readonly rail: number;
  readonly asset: number;
  readonly deposits: boolean;
  readonly withdrawals: boolean;
  readonly minDeposit: number;
  readonly minWithdrawal: number;
  readonly fee: number;
  readonly feeRate: number;
  readonly step: number;
  readonly instrument: number;
}

/** Limits per UTC day, whole USDT; `hour` in millionths of an asset's liabilities. */
export interface DayLimits {
  readonly stage1: number;
  readonly stage2: number;
  readonly vip: number;
  readonly threshold: number;
  readonly hour: number;
}

/** Limits for automatic approval: value of one withdrawal, and of all of a customer per UTC day, whole USDT. */
export interface PassRules {
  readonly most: number;
  readonly day: number;
}

/** An asset of the ledger. `scale`: decimals of its atoms. */
export interface LedgerAsset {
  readonly asset: number;
  readonly code: string;
  readonly scale: number;
}

/** A withdrawal in the exchange; ended ones are forgotten after a while. `status`: core's WITHDRAWAL. */
export interface CoreWithdrawal {
  readonly id: number;
  readonly user: number;
  readonly asset: number;
  readonly rail: number;
  readonly amount: number;
  readonly fee: number;
  readonly destination: number;
  readonly status: number;
  readonly worth: number;
  /** Its part of the hourly limit is granted: it may be signed. */
  readonly granted: boolean;
  /** Its last change: number and time of the command. */
  readonly seq: number;
  readonly time: number;
}

/** A withdrawal's place in the queue for the hourly limit. */
export interface Turn {
  /** From 1, among `of` that wait in the coin; 0 while it is skipped. */
  readonly place: number;
  readonly of: number;
  /** Until when it is skipped, ms; 0: it is not. */
  readonly until: number;
  /** Reason: core's `withdrawal.queued`. */
  readonly why: number;
}

export interface CoreFunds {
  terms(rail: number, asset: number): RailTerms | undefined;
  allTerms(): readonly RailTerms[];
  limits(): DayLimits | undefined;
  /** Undefined until two staff members set them: nothing is approved automatically. */
  rules(): PassRules | undefined;
  /** An asset by its code; undefined if not listed. */
  assetNamed(code: string): LedgerAsset | undefined;
  asset(asset: number): LedgerAsset | undefined;
  /** In progress, or ended recently (`ENDED_KEPT`). */
  withdrawal(id: number): CoreWithdrawal | undefined;
  underWay(): readonly CoreWithdrawal[];
  /** Whether an approved withdrawal may be signed: under rules with a queue only once granted. */
  maySign(id: number): boolean;
  /** Undefined: it is not in the queue. */
  turn(id: number): Turn | undefined;
  /** Number of withdrawals of an asset in the queue. */
  waiting(asset: number): number;
  /** Atoms that a customer owes from reversed deposits, by asset and rail: any amount above 0 locks withdrawals. */
  owes(user: number): boolean;
  /** Whether a customer has an overdue loan, which also locks withdrawals (money §7). */
  overdue(user: number): boolean;
  /** What `network` still owes a rail of an asset, atoms. */
  owed(rail: number, asset: number): number;
  /** Calls `listener` for each change after its commit, in order. Returns a function that stops it. */
  onWithdrawal(listener: (changed: CoreWithdrawal) => void): () => void;
  stop(): void;
}

/** Ended withdrawals remembered. */
const ENDED_KEPT = 10_000;
/** Core's WITHDRAWAL.broadcast: higher states are final. */
const LAST_OPEN = 4;
const DEPOSITS = 1;
const WITHDRAWALS = 2;

/** Data of `withdrawal.queued`. */
interface Queued {
  readonly id: number;
  readonly round: number;
  readonly time: number;
  readonly until: number;
  readonly why: number;
}

/** The exchange's queue order. */
function isBefore(a: Queued, b: Queued): boolean {
  if (a.round !== b.round) return a.round < b.round;
  return a.time === b.time ? a.id < b.id : a.time < b.time;
}

/** Follows from the current state. */
export async function followFunds(link: Pick<ExchangeLink, 'seed' | 'onBatch'>): Promise<CoreFunds> {
  const terms = new Map<string, RailTerms>();
  const withdrawals = new Map<number, CoreWithdrawal>();
  const ended: number[] = [];
  const debts = new Map<number, Map<string, number>>();
  const owed = new Map<string, number>();
  /** Overdue loans by customer. */
  const overdue = new Map<number, Set<number>>();
  /** Queued withdrawals, by asset and id. */
  const queues = new Map<number, Map<number, Queued>>();
  let version = 1;
  const listeners = new Set<(changed: CoreWithdrawal) => void>();
  const assets = new Map<number, LedgerAsset>();
  const named = new Map<string, LedgerAsset>();
  let limits: DayLimits | undefined;
  let rules: PassRules | undefined;
  const place = (rail: number, asset: number) => `${rail}:${asset}`;

  function take(event: ExchangeEvent, seq: number, time: number, tell: boolean): void {
    switch (event.name) {
      case 'rail.changed': {
        const { open, version: _, name: __, ...rest } = event;
        const given = { ...rest, deposits: (open & DEPOSITS) !== 0, withdrawals: (open & WITHDRAWALS) !== 0 };
        terms.set(place(event.rail, event.asset), given);
        return;
      }
      case 'limits.changed': {
        const { stage1, stage2, vip, threshold, hour } = event;
        limits = { stage1, stage2, vip, threshold, hour };
        return;
      }
      case 'pass.changed':
        rules = { most: event.most, day: event.day };
        return;
      case 'asset.changed': {
        const { asset, scale } = event;
        const known = { asset, scale, code: unpackText(event.code) };
        assets.set(asset, known);
        named.set(known.code, known);
        return;
      }
      case 'withdrawal.changed': {
        const { withdrawal: id, user, asset, rail, amount, fee, destination, status, worth } = event;
        const changed = { id, user, asset, rail, amount, fee, destination, status, worth, seq, time, granted: false };
        withdrawals.set(id, changed);
        queues.get(asset)?.delete(id);
        if (status > LAST_OPEN && ended.push(id) > ENDED_KEPT) withdrawals.delete(ended.shift() ?? 0);
        if (tell) for (const listener of listeners) listener(changed);
        return;
      }
      case 'withdrawal.queued':
      case 'withdrawal.granted': {
        const { withdrawal: id, asset } = event;
        const known = withdrawals.get(id);
        if (known === undefined) return;
        const queue = queues.get(asset) ?? new Map<number, Queued>();
        queues.set(asset, queue);
        const granted = event.name === 'withdrawal.granted';
        if (granted) queue.delete(id);
        else queue.set(id, { id, round: event.round, time: event.time, until: event.until, why: event.why });
        if (known.granted === granted) return;
        const changed = { ...known, granted };
        withdrawals.set(id, changed);
        if (tell) for (const listener of listeners) listener(changed);
        return;
      }
      case 'rules':
        version = event.version;
        return;
      case 'reversal.owed': {
        const own = debts.get(event.user) ?? new Map<string, number>();
        if (event.owed > 0) own.set(place(event.rail, event.asset), event.owed);
        else own.delete(place(event.rail, event.asset));
        if (own.size > 0) debts.set(event.user, own);
        else debts.delete(event.user);
        return;
      }
      case 'loan.changed': {
        const own = overdue.get(event.user) ?? new Set<number>();
        if (event.status === LOAN_STATUS.overdue) overdue.set(event.user, own.add(event.loan));
        else if (own.delete(event.loan) && own.size === 0) overdue.delete(event.user);
        return;
      }
      case 'network.paid':
        owed.set(place(event.rail, event.asset), event.owed);
        return;
      default:
    }
  }

  const stop = await followLink(
    link,
    (seed) => {
      for (const event of decodeEvents(seed.events)) take(event, seed.seq, seed.time, false);
    },
    (batch) => {
      let seq = batch.firstSeq;
      for (const event of decodeEvents(batch.events)) {
        if (event.name === 'begin') seq = event.seq;
        take(event, seq, batch.time, true);
      }
    },
  );

  return {
    terms: (rail, asset) => terms.get(place(rail, asset)),
    allTerms: () => [...terms.values()],
    limits: () => limits,
    rules: () => rules,
    assetNamed: (code) => named.get(code),
    asset: (asset) => assets.get(asset),
    withdrawal: (id) => withdrawals.get(id),
    underWay: () => [...withdrawals.values()].filter(({ status }) => status <= LAST_OPEN),
    maySign: (id) => version < RULE.withdrawalQueue || withdrawals.get(id)?.granted === true,
    turn(id) {
      const queue = queues.get(withdrawals.get(id)?.asset ?? 0);
      const own = queue?.get(id);
      if (queue === undefined || own === undefined) return undefined;
      const { until, why } = own;
      const inTurn = [...queue.values()].filter((one) => one.until === 0);
      const place = until === 0 ? inTurn.filter((one) => isBefore(one, own)).length + 1 : 0;
      return { place, of: inTurn.length, until, why };
    },
    waiting: (asset) => [...(queues.get(asset)?.values() ?? [])].filter(({ until }) => until === 0).length,
    owes: (user) => debts.has(user),
    overdue: (user) => overdue.has(user),
    owed: (rail, asset) => owed.get(place(rail, asset)) ?? 0,
    onWithdrawal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}
