// One chain's addresses in memory: owners, and all of them by index.

import type { Customer } from '../types/index.ts';
import { depositSource, type Source } from '../rail/index.ts';

/** A customer's address and its index below the account key. */
export interface OwnedAddress extends Customer {
  readonly address: string;
  readonly index: number;
  /** Version of the signer's seed. */
  readonly version: number;
}

interface Held {
  readonly address: string;
  readonly source: Source;
}

export class Known {
  private readonly hots: readonly Held[];
  private readonly active: number;
  private readonly owners = new Map<string, OwnedAddress>();
  private readonly byUser = new Map<string, string>();
  /** All of them in order; undefined if some were added since. */
  private listed: readonly Held[] | undefined;

  /** @param hots the active one first. @param active the version of new addresses. */
  constructor(hots: readonly Held[], active: number) {
    this.hots = hots;
    this.active = active;
  }

  /** A known address changes nothing. */
  add(owned: OwnedAddress): void {
    if (this.owners.has(owned.address)) return;
    this.owners.set(owned.address, owned);
    if (owned.version === this.active) this.byUser.set(owned.userId, owned.address);
    this.listed = undefined;
  }

  of(userId: string): string | undefined {
    return this.byUser.get(userId);
  }

  owner(address: string): OwnedAddress | undefined {
    return this.owners.get(address);
  }

  isHot(address: string): boolean {
    return this.hots.some((one) => one.address === address);
  }

  /** The hot address first, then earlier hot ones, then customers' by index and version. */
  all(): readonly Held[] {
    this.listed ??= [
      ...this.hots,
      ...[...this.owners.values()]
        .sort((a, b) => a.index - b.index || a.version - b.version)
        .map(({ address, index, version }): Held => ({ address, source: depositSource(index, version) })),
    ];
    return this.listed;
  }
}
