// Listener of a chain's blocks: called inside the SQL transaction that writes our journal, so both happen or neither.

import type { CustodyTransaction } from '../tables.ts';
import type { Arrival, Block } from '../rail/index.ts';

export interface BlockListener {
  /** A block was added to our journal, with the arrivals at our addresses in it. */
  added(block: Block, arrivals: readonly Arrival[], within: CustodyTransaction): Promise<void>;
  /**
   * A block has its twelfth confirmation in our journal and was read again: this reading counts, whatever the first one
   * said.
   */
  settled(block: Block, arrivals: readonly Arrival[], within: CustodyTransaction): Promise<void>;
  /** All blocks from that height on were removed from our journal. */
  replaced(from: number, within: CustodyTransaction): Promise<void>;
}
