// One second factor dialog for all concurrent callers: a pure state machine, and its driver.
import type { FactorMethod } from '@vitrine/contract';
import { reduceProof, startProof, type ProofEvent, type ProofState } from './proof.ts';

export type StepUpState =
  | { readonly step: 'closed' }
  /** The dialog is open; `callers` wait for its answer. */
  | { readonly step: 'asking'; readonly callers: number; readonly proof: ProofState };

export type StepUpEvent =
  | { readonly is: 'wanted'; readonly methods: readonly FactorMethod[]; readonly passkeys: boolean }
  /** A caller gave up, because its page unmounted. */
  | { readonly is: 'left' }
  | { readonly is: 'proof'; readonly event: ProofEvent }
  | { readonly is: 'passed' }
  | { readonly is: 'cancelled' };

export const closed: StepUpState = { step: 'closed' };

/** The next state. Callers that arrive while the dialog is open wait for the same answer. */
export function reduceStepUp(state: StepUpState, event: StepUpEvent): StepUpState {
  switch (event.is) {
    case 'wanted':
      if (state.step === 'asking') return { ...state, callers: state.callers + 1 };
      return { step: 'asking', callers: 1, proof: startProof(event.methods, event.passkeys) };
    case 'left':
      if (state.step !== 'asking') return state;
      return state.callers <= 1 ? closed : { ...state, callers: state.callers - 1 };
    case 'proof':
      return state.step === 'asking' ? { ...state, proof: reduceProof(state.proof, event.event) } : state;
    case 'passed':
    case 'cancelled':
      return closed;
  }
}

/** Drives the machine: answers each caller, and notifies the component that renders the dialog. */
export class StepUp {
  #state: StepUpState = closed;
  #waiting = new Set<(passed: boolean) => void>();
  readonly #listeners = new Set<() => void>();

  readonly state = (): StepUpState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Asks for a second factor; resolves to whether it was given. An aborted signal ends the wait with false. */
  want(methods: readonly FactorMethod[], passkeys: boolean, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(false);
      const answer = (passed: boolean): void => {
        signal?.removeEventListener('abort', gone);
        resolve(passed);
      };
      const gone = (): void => {
        if (!this.#waiting.delete(answer)) return;
        answer(false);
        this.#become({ is: 'left' });
      };
      signal?.addEventListener('abort', gone);
      this.#waiting.add(answer);
      this.#become({ is: 'wanted', methods, passkeys });
    });
  }

  proof(event: ProofEvent): void {
    this.#become({ is: 'proof', event });
  }

  passed(): void {
    this.#end({ is: 'passed' });
  }

  cancel(): void {
    this.#end({ is: 'cancelled' });
  }

  #end(event: StepUpEvent): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    this.#become(event);
    for (const answer of waiting) answer(event.is === 'passed');
  }

  #become(event: StepUpEvent): void {
    const next = reduceStepUp(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
