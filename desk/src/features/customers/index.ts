// Customers: finding one, looking at one, freezing.
export { CustomerPage } from './customer-page.tsx';
export { CustomerSearchPage } from './search-page.tsx';
