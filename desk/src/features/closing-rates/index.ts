// Closing rates of contracts whose markets close.
export { ClosingRatesPage } from './page.tsx';
