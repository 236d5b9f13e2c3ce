// The search parameters of the pages of staking and finance: a product, a tab.

const financeTabs = ['value', 'member', 'ordinary', 'mine'] as const;
export type FinanceTab = (typeof financeTabs)[number];

export interface FinanceSearch {
  readonly tab?: FinanceTab;
}

/** Drops an unknown tab: the first one is shown. */
export function readFinanceSearch(search: Record<string, unknown>): FinanceSearch {
  const tab = financeTabs.find((one) => one === search['tab']);
  return tab ? { tab } : {};
}

export interface ProductSearch {
  readonly id?: number;
}

/** A product by its number; anything else is dropped: the first product is shown. */
export function readProductSearch(search: Record<string, unknown>): ProductSearch {
  const { id } = search;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { id } : {};
}
