// Strict parsing of search parameters.
export { strictSearch, type RawSearch } from './strict-search.ts';
