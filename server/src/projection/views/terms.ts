// Current terms of the products and rules versions, one JSON row per item. Maps each kind of row to a map of the state.

import type { FoldState, ListingKind } from '../handlers/index.ts';
import type { RowOf } from './tables/tables.ts';

type Listed = Exclude<ListingKind, 'asset' | 'instrument' | 'market' | 'tier' | 'earnProduct'>;

/** The state's map for each kind that `terms` stores. */
const MAPS = {
  contract: 'contracts',
  contractFee: 'contractFees',
  marginAsset: 'marginAssets',
  marginLevel: 'marginLevels',
  marginMarket: 'marginMarkets',
  marginTerms: 'marginTerms',
  secondMarket: 'secondMarkets',
  loanProduct: 'loanProducts',
  rules: 'rules',
} as const satisfies Record<Listed, keyof FoldState>;

function isListed(kind: string): kind is Listed {
  return kind in MAPS;
}

/** The row of a changed item; undefined for kinds with separate tables. */
export function termRow(state: FoldState, kind: ListingKind, id: number): RowOf<'terms'> | undefined {
  if (!isListed(kind)) return undefined;
  const found = state[MAPS[kind]].get(id);
  return found === undefined ? undefined : { kind, id, body: JSON.stringify(found) };
}

/** Loads a row into the state. @throws for a kind that a newer release wrote. */
export function readTerm(state: FoldState, { kind, id, body }: RowOf<'terms'>): void {
  if (!isListed(kind)) throw new Error(`views: expected a kind of terms, got "${kind}"; rebuild the views`);
  const map: Map<number, unknown> = state[MAPS[kind]];
  map.set(id, JSON.parse(body));
}
