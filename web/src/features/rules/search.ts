// The search parameters of the rules pages: which rules.

export const ruleKeys = ['options', 'spot', 'contracts', 'margin', 'loans', 'funds'] as const;
export type RuleKey = (typeof ruleKeys)[number];
export interface RuleSearch {
  readonly key?: RuleKey;
}

/** Drops an unknown key: the first rules are shown. */
export function readRuleSearch(search: Record<string, unknown>): RuleSearch {
  const key = ruleKeys.find((one) => one === search['key']);
  return key ? { key } : {};
}
