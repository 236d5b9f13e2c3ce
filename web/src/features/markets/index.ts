// Markets.
export { QuotesPage, type QuotesPageProps } from './markets.tsx';
export { readQuotesSearch, type QuotesSearch } from './search.ts';
