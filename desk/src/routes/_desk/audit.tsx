// The audit log.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { AuditPage, readAuditSearch } from '../../features/audit/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/audit')({
  validateSearch: strictSearch(readAuditSearch),
  component: () => (
    <Allowed call="desk.audit.list">
      <AuditPage search={Route.useSearch()} />
    </Allowed>
  ),
});
