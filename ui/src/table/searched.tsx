// For lists that search a limited number of rows per request: says how far back they searched, with a link to older
// rows.
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../control/index.ts';
import { Time } from '../output/index.ts';
import { Pages } from './pages.tsx';

/** The parameters of a list request, and the functions to change page or continue with older rows. */
export interface SearchedList {
  /** The page number, from 1. */
  readonly current: number;
  /** Requests only rows older than this, ms UTC. Send it in place of the filter's own `endTime`. */
  readonly older: { readonly endTime?: number };
  readonly onPage: (current: number) => void;
  readonly paging: (page: SearchedAnswer | undefined, size: number) => ReactNode;
}

interface SearchedAnswer {
  readonly total: number;
  /** ms UTC; null: the whole list was searched. */
  readonly searchedUntil: number | null;
}

/** Paging for lists with a limited search. Another filter starts again at the first page of the newest rows. */
export function useSearched(filter = ''): SearchedList {
  const first = { filter, current: 1, endTime: undefined as number | undefined };
  const [state, setState] = useState(first);
  const { current, endTime } = state.filter === filter ? state : first;
  const onPage = (next: number): void => setState({ filter, current: next, endTime });
  return {
    current,
    older: endTime === undefined ? {} : { endTime },
    onPage,
    paging: (page, size) =>
      page && (
        <Pages
          {...{ current, size, total: page.total, onChange: onPage }}
          searched={
            (page.searchedUntil !== null || endTime !== undefined) && (
              <Searched
                until={page.searchedUntil}
                onOlder={(until) => setState({ filter, current: 1, endTime: until })}
                onNewest={endTime === undefined ? undefined : () => setState(first)}
              />
            )
          }
        />
      ),
  };
}

interface SearchedProps {
  readonly until: number | null;
  readonly onOlder: (until: number) => void;
  readonly onNewest: (() => void) | undefined;
}

function Searched({ until, onOlder, onNewest }: SearchedProps) {
  return (
    <>
      {until === null ? null : (
        <>
          <span data-testid="searched-until">
            <Trans comment="Below a list that was not searched whole; a button follows that goes on with what is older">
              Searched back to <Time at={until} as="full" />
            </Trans>
          </span>
          <Button size="small" onClick={() => onOlder(until)}>
            <Trans comment="Button: searches what is older in a list">Search further back</Trans>
          </Button>
        </>
      )}
      {onNewest && (
        <Button size="small" onClick={onNewest}>
          <Trans comment="Button: shows the newest part of a list again">Back to the newest</Trans>
        </Button>
      )}
    </>
  );
}
