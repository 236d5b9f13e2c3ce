// Markets.
export { QuotesPage, type QuotesPageProps } from './markets.tsx';
export { changedSearch, readQuotesSearch, type QuotesSearch, type SearchChange } from './search.ts';
