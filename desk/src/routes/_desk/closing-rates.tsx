// Closing rates.
import { createFileRoute } from '@tanstack/react-router';
import { ClosingRatesPage } from '../../features/closing-rates/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/closing-rates')({
  component: () => (
    <Allowed call="desk.closingRates.list">
      <ClosingRatesPage />
    </Allowed>
  ),
});
