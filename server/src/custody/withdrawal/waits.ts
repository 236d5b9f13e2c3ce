// Why an approved withdrawal does not proceed, for the desk. In memory: the first pass after a start finds it again.

import type { WithdrawalWait } from '@vitrine/contract';
import { IntakeError } from '../../engine/sequencer/index.ts';
import { CannotPlan, ForeignClaim, NodeFault } from '../rail/index.ts';
import { SignerFault, SignerRefusal } from '../types/index.ts';

/** Most withdrawals whose reason is remembered. */
const MOST = 10_000;

/** A withdrawal's chain is no longer set: there is no node to ask. */
export class ChainGone extends NodeFault {}

export interface Waits {
  /** Notes why a withdrawal waits. */
  note(id: string, wait: WithdrawalWait): void;
  of(id: string): WithdrawalWait | undefined;
  /** Runs a pass over a withdrawal: what it noted or threw is the reason afterwards, otherwise there is none. */
  during(id: string, act: () => Promise<void>): Promise<void>;
}

export function createWaits(): Waits {
  const reasons = new Map<string, { readonly wait: WithdrawalWait }>();
  const note = (id: string, wait: WithdrawalWait): void => {
    if (reasons.size >= MOST && !reasons.has(id)) reasons.clear();
    reasons.set(id, { wait });
  };
  return {
    note,
    of: (id) => reasons.get(id)?.wait,
    async during(id, act) {
      const before = reasons.get(id);
      try {
        await act();
        if (reasons.get(id) === before) reasons.delete(id);
      } catch (error) {
        note(id, waitOf(error));
        throw error;
      }
    },
  };
}

/** The reason that an error of a pass means. */
export function waitOf(error: unknown): WithdrawalWait {
  if (error instanceof ForeignClaim) return 'foreign';
  if (error instanceof CannotPlan) return error.why;
  if (error instanceof SignerRefusal) return error.unlimited ? 'limits' : 'refused';
  if (error instanceof SignerFault) return 'signer';
  if (error instanceof ChainGone) return 'chain';
  if (error instanceof NodeFault) return 'node';
  if (error instanceof IntakeError) return 'exchange';
  return 'fault';
}
