// The audit log.
export { AuditPage } from './page.tsx';
export { readAuditSearch, type AuditSearch } from './filter.ts';
