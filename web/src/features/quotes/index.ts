// Quotes.
export { QuotesPage, type QuotesPageProps } from './quotes.tsx';
export { readQuotesSearch, type QuotesSearch } from './search.ts';
