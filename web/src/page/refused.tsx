// What is said of a call that failed: at its place on the page, in words, never the developer's own.
import { useEffect, type ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Note } from '@vitrine/ui';
import { ApiFault, mayBeDone, NoAnswer } from '../api/index.ts';
import { refusalText } from '../i18n/index.ts';

/** What is said of a failed call. */
export function faultText(error: Error): ReactNode {
  if (error instanceof ApiFault) return refusalText(error);
  if (error instanceof NoAnswer)
    return <Trans>No response from the exchange. Check the connection and try again.</Trans>;
  // A fault of the page: its message is its developer's.
  return <Trans>Something went wrong</Trans>;
}

/** Between two readings of what a write without an answer may have changed, ms. */
const READ_AGAIN = 3_000;
/** Readings until it is left to the customer: some minutes without a line. */
const READINGS = 100;

/** After a write that may have been done the page reads again what it shows, until the exchange answers. */
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
        // Each query says itself what is wrong with it; here it only matters that the line is not back.
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

/** A write that failed, at no field: why it was refused, or that it may have been done. */
export function Refusal({ error }: { readonly error: Error | null | undefined }) {
  const unsure = mayBeDone(error);
  useReadAgain(unsure);
  // A further proof that was asked for and not given: the customer knows.
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
