// The search of an address.
export { strictSearch, type RawSearch } from './strict-search.ts';
