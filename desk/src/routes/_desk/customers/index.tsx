// Search for a user.
import { createFileRoute } from '@tanstack/react-router';
import { CustomerSearchPage } from '../../../features/customers/index.ts';
import { Allowed } from '../../../page/index.ts';

export const Route = createFileRoute('/_desk/customers/')({
  component: () => (
    <Allowed call="desk.customers.search">
      <CustomerSearchPage />
    </Allowed>
  ),
});
