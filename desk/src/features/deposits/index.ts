// Deposits: staff decide those with a screenshot; chain deposits are for viewing.
export { DepositsPage } from './page.tsx';
