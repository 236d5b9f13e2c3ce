// Withdrawals: reviewed by one or two, told paid where a person pays.
export { WithdrawalsPage } from './page.tsx';
