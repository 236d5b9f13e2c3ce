// Who follows a chain's blocks: told inside the SQL transaction that writes our journal, so both are done or neither.

import type { CustodyTransaction } from '../tables.ts';
import type { Arrival, Block } from '../rail/index.ts';

export interface BlockListener {
  /** A block stands in our journal from now on, with what came to our addresses in it. */
  added(block: Block, arrivals: readonly Arrival[], within: CustodyTransaction): Promise<void>;
  /**
   * A block has its twelfth confirmation in our journal, and was read anew: what is told now counts, whatever the first
   * reading said.
   */
  settled(block: Block, arrivals: readonly Arrival[], within: CustodyTransaction): Promise<void>;
  /** All blocks from that height on are not in our journal any more. */
  replaced(from: number, within: CustodyTransaction): Promise<void>;
}
