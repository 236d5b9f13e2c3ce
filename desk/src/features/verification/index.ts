// Verification: two stages, one page.
export { VerificationPage, type VerificationPageProps } from './page.tsx';
