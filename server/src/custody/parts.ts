// Custody's dependencies on other domains.

import type { Live } from '../projection/live/index.ts';
import type { People } from '../account/users/index.ts';
import type { ExchangeLink } from '../engine/sequencer/index.ts';
import type { Vault } from '../account/vault/index.ts';
import type { CustodyDatabase } from './tables.ts';

export interface CustodyParts {
  readonly db: CustodyDatabase;
  readonly link: ExchangeLink;
  readonly live: Live;
  readonly vault: Vault;
  readonly people: Pick<People, 'files' | 'cards' | 'messages'>;
  readonly mode: 'practice' | 'live';
  /** ms UTC; tests pass their own. */
  readonly now: () => number;
  /** Receives background failures; the next pass tries again. */
  readonly onFault: (error: unknown) => void;
}
