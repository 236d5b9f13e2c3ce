// Staking and finance: their pages and search parameters.
export { FinanceDetailPage, FinancePage } from './finance-page.tsx';
export { PledgeAddPage, PledgeOrderPage, PledgePage } from './pledge-page.tsx';
export { readFinanceSearch, readProductSearch } from './search.ts';
