// Claims on merchants' bonds.
export { BondsPage } from './page.tsx';
