// One chain's addresses in memory: whose each is, and all of them by index.

import type { Customer } from '../face.ts';
import type { Source } from '../rail/index.ts';

/** An address of a customer, and its place below the account key. */
export interface OwnedAddress extends Customer {
  readonly address: string;
  readonly index: number;
}

interface Held {
  readonly address: string;
  readonly source: Source;
}

export class Known {
  private readonly hot: string;
  private readonly owners = new Map<string, OwnedAddress>();
  private readonly byUser = new Map<string, string>();
  /** All of them in order; undefined when some came since. */
  private listed: readonly Held[] | undefined;

  constructor(hot: string) {
    this.hot = hot;
  }

  /** Known already: nothing changes. */
  add(owned: OwnedAddress): void {
    if (this.owners.has(owned.address)) return;
    this.owners.set(owned.address, owned);
    this.byUser.set(owned.userId, owned.address);
    this.listed = undefined;
  }

  of(userId: string): string | undefined {
    return this.byUser.get(userId);
  }

  owner(address: string): OwnedAddress | undefined {
    return this.owners.get(address);
  }

  /** The hot one first, then customers' by index. */
  all(): readonly Held[] {
    this.listed ??= [
      { address: this.hot, source: { kind: 'hot' } },
      ...[...this.owners.values()]
        .sort((a, b) => a.index - b.index)
        .map(({ address, index }): Held => ({ address, source: { kind: 'deposit', index } })),
    ];
    return this.listed;
  }
}
