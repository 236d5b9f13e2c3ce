// One user.
import { createFileRoute } from '@tanstack/react-router';
import { CustomerPage } from '../../../features/customers/index.ts';
import { Allowed } from '../../../page/index.ts';

export const Route = createFileRoute('/_desk/customers/$id')({ component: CustomerRoute });

function CustomerRoute() {
  const { id } = Route.useParams();
  return (
    <Allowed call="desk.customers.get">
      <CustomerPage key={id} id={id} />
    </Allowed>
  );
}
