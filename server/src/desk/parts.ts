// What the desk stands on that is not its own.

import type { People } from '../people/index.ts';
import type { ExchangeLink } from '../sequencer/index.ts';
import type { Vault } from '../vault/index.ts';
import type { DeskDatabase } from './tables.ts';

export interface DeskOptions {
  readonly db: DeskDatabase;
  readonly link: ExchangeLink;
  readonly vault: Vault;
  readonly mode: 'practice' | 'live';
  readonly people: Pick<People, 'identity' | 'messages' | 'kyc' | 'files' | 'fundCases'>;
  /** Lock bits of a customer by number in the exchange, as far as this edge has followed. */
  readonly locksOf: (coreUser: number) => number;
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Hears of what failed in the background. */
  readonly onFault: (error: unknown) => void;
  /** How long a proposal waits for practice mode's automatic reviewer, ms. */
  readonly reviewAfter?: number;
}
