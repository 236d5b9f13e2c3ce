// The terms of service: the text, and the request to accept a newer version.
export { TERMS_VERSION, wantsAgreement, type Agreement } from './version.ts';
export { TermsPage } from './terms-page.tsx';
export { TermsHost } from './terms-host.tsx';
