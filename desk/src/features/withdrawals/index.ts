// Withdrawals: reviewed by one or two staff members; manual payments are recorded here.
export { WithdrawalsPage } from './page.tsx';
