// Shows a failed call at its place on the page, never with a message meant for developers.
import { useEffect, type ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Note } from '@vitrine/ui';
import { ApiFault, mayBeDone, NoAnswer } from '../api/index.ts';
import { refusalText } from '../i18n/index.ts';

/** The text of a failed call. */
export function faultText(error: Error): ReactNode {
  if (error instanceof ApiFault) return refusalText(error);
  if (error instanceof NoAnswer)
    return <Trans>No response from the exchange. Check the connection and try again.</Trans>;
  // A fault of the page: its message is its developer's.
  return <Trans>Something went wrong</Trans>;
}

/** Delay between two readings of data that a write without an answer may have changed, ms. */
const READ_AGAIN = 3_000;
/** Maximum readings: some minutes without a connection. */
const READINGS = 100;

/** After a write that may have been done, reads the page's data again until the exchange answers. */
function useReadAgain(unsure: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!unsure) return undefined;
    let left = READINGS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const read = (): void => {
      left -= 1;
      queries.invalidateQueries(undefined, { throwOnError: true }).catch(() => {
        // Each query shows its own error; here an error only means that the connection is not back.
        if (!over && left > 0) timer = setTimeout(read, READ_AGAIN);
      });
    };
    read();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [unsure, queries]);
}

/** A failed write without a field: why it was refused, or that it may have been done. */
export function Refusal({ error }: { readonly error: Error | null | undefined }) {
  const unsure = mayBeDone(error);
  useReadAgain(unsure);
  // The user was asked for a second factor and cancelled, so there is nothing to show.
  if (!error || (error instanceof ApiFault && error.silent)) return null;
  return (
    <div role="alert" data-testid="refused" data-state={unsure ? 'unknown' : 'none'}>
      <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
        {error instanceof NoAnswer ? (
          <Trans>No response arrived, so it may have been done. Check before you try again.</Trans>
        ) : (
          faultText(error)
        )}
      </Note>
    </div>
  );
}
