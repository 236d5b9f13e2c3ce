// The terms of service: the text, and the question to agree to a newer version of it.
export { TERMS_VERSION, wantsAgreement, type Agreement } from './version.ts';
export { TermsPage } from './terms-page.tsx';
export { TermsHost } from './terms-host.tsx';
