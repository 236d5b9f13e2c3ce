// Rules and rates, from the current parameters.
export { RatePage } from './rate-page.tsx';
export { RulePage } from './rule-page.tsx';
export { readRuleSearch, type RuleKey, type RuleSearch } from './search.ts';
