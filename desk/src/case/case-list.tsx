// The list of a queue: one row per case. The open one is marked, the others are links. States: loading, empty, failed,
// old.
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Empty, ErrorBlock, SkeletonRows, Time } from '@vitrine/ui';
import type { Page } from '@vitrine/contract';
import { oldAfter } from '../api/index.ts';
import { useFaultText, useNow } from '../words/index.ts';
import style from './case.module.css';

export interface CaseListProps<Row extends { readonly id: string }> {
  readonly query: UseQueryResult<Page<Row>>;
  readonly current: string | undefined;
  readonly path: string;
  /** The search parameters that a row keeps. */
  readonly search: Readonly<Record<string, string | number>>;
  /** Heads of the three columns. */
  readonly heads: readonly [ReactNode, ReactNode, ReactNode];
  /** The three cells of a row. */
  readonly cells: (row: Row) => readonly [ReactNode, ReactNode, ReactNode];
  readonly empty: ReactNode;
  readonly emptyWords: ReactNode;
  readonly onPage: (page: number) => void;
}

export function CaseList<Row extends { readonly id: string }>(props: CaseListProps<Row>) {
  const { query, empty, emptyWords } = props;
  const faultText = useFaultText();
  if (query.data === undefined) {
    if (query.isError)
      return (
        <ErrorBlock
          testId="list-error"
          title={<Trans>Couldn’t load the list</Trans>}
          onRetry={() => void query.refetch()}
        >
          {faultText(query.error)}
        </ErrorBlock>
      );
    return <SkeletonRows rows={8} />;
  }
  return (
    <>
      <OldNote query={query} />
      {query.data.records.length === 0 ? (
        <Empty title={empty}>{emptyWords}</Empty>
      ) : (
        <Rows {...props} page={query.data} />
      )}
    </>
  );
}

/** Shows the age of the list when it could not be refreshed for a while. */
export function OldNote({ query }: { readonly query: UseQueryResult<unknown> }) {
  const now = useNow(5_000);
  const old = query.isError || query.isPaused;
  if (!old || now - query.dataUpdatedAt < oldAfter) return null;
  return (
    <output className={style['old']}>
      <IconAlertTriangle className="v-i-14" stroke={1.75} aria-hidden="true" />
      <span>
        <Trans>
          As of <Time at={query.dataUpdatedAt} />; the desk does not respond. Others may have decided since.
        </Trans>
      </span>
    </output>
  );
}

function Rows<Row extends { readonly id: string }>({
  page,
  current,
  path,
  search,
  heads,
  cells,
  onPage,
}: CaseListProps<Row> & { readonly page: Page<Row> }) {
  const { t } = useLingui();
  const chosen = useRef<HTMLAnchorElement>(null);
  // Keeps the open case in view while J and K move through a long list.
  useEffect(() => {
    chosen.current?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  return (
    <>
      <div className={style['heads']} aria-hidden="true">
        {heads.map((head, index) => (
          <span key={index}>{head}</span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1) */}
      <ul className={style['rows']} data-testid="cases" aria-label={t`Cases in this queue`} tabIndex={0}>
        {page.records.map((row) => {
          const [first, second, third] = cells(row);
          const here = row.id === current;
          return (
            <li key={row.id}>
              <Link
                to={path}
                search={{ ...search, case: row.id }}
                className={style['row']}
                aria-current={here || undefined}
                ref={here ? chosen : undefined}
              >
                <span className={style['age']}>{first}</span>
                <span className={style['what']}>{second}</span>
                <span className={style['flags']}>{third}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <Pager page={page} onPage={onPage} />
    </>
  );
}

function Pager({
  page: { current, size, total },
  onPage,
}: {
  readonly page: Page<unknown>;
  readonly onPage: (page: number) => void;
}) {
  const last = Math.max(1, Math.ceil(total / size));
  const from = (current - 1) * size + 1;
  const to = Math.min(total, current * size);
  return (
    <div className={style['pager']}>
      <span className="v-num">
        <Trans comment="Page of a list: first and last case shown, of all">
          {from} to {to} of {total}
        </Trans>
      </span>
      {last > 1 ? (
        <span className="v-row">
          <Button size="small" disabled={current <= 1} onClick={() => onPage(current - 1)}>
            <Trans comment="Earlier page of a list">Previous</Trans>
          </Button>
          <Button size="small" disabled={current >= last} onClick={() => onPage(current + 1)}>
            <Trans comment="Later page of a list">Next</Trans>
          </Button>
        </span>
      ) : null}
    </div>
  );
}
