// Deposits: those with a screenshot are decided here, those of chains are looked at.
export { DepositsPage } from './page.tsx';
