// Users: search, view, freeze.
export { CustomerPage } from './customer-page.tsx';
export { CustomerSearchPage } from './search-page.tsx';
