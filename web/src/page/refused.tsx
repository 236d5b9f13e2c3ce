// What is said of a call that failed: at its place on the page, in words, never the developer's own.
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { Note } from '@vitrine/ui';
import { ApiFault, NoAnswer } from '../api/index.ts';
import { refusalText } from '../i18n/index.ts';

/** What is said of a failed call. */
export function faultText(error: Error): ReactNode {
  if (error instanceof ApiFault) return refusalText(error.key, error.args) ?? error.message;
  if (error instanceof NoAnswer) return <Trans>No answer from the exchange. Check the connection and try again.</Trans>;
  return error.message;
}

/** A refusal that belongs to no field. */
export function Refusal({ error }: { readonly error: Error | null | undefined }) {
  // A further proof that was asked for and not given: the customer knows.
  if (!error || (error instanceof ApiFault && error.silent)) return null;
  return (
    <div role="alert">
      <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
        {faultText(error)}
      </Note>
    </div>
  );
}
