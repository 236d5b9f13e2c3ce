// The table: numbers at the right, sorting in the header.
// On a phone it shows three or four columns; the opened row shows the others.
import { Fragment, useState, type ReactNode } from 'react';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { SkeletonBar } from '../state/index.ts';
import { classes } from '../theme/index.ts';
import style from './table.module.css';

export interface Column<Row> {
  readonly key: string;
  /** Empty for columns of actions; then give `label`. */
  readonly head: ReactNode;
  /** The name of the column for screen readers when the header is empty. */
  readonly label?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns numbers at the right, with their unit in the header. */
  readonly right?: boolean;
  /** Orders rows ascending. Without it the column does not sort. */
  readonly compare?: (left: Row, right: Row) => number;
  /**
   * The column on a phone: `keep` shows it, `under` shows it small below the first kept column, `open` moves it into
   * the opened row (default), `drop` hides it, `only` shows it in the opened row alone, on every screen.
   */
  readonly phone?: 'keep' | 'under' | 'open' | 'drop' | 'only';
}

export interface Sorting {
  readonly key: string;
  readonly descending: boolean;
}

export interface TableProps<Row> {
  /** The content of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly empty: ReactNode;
  /** Shown instead of the rows. */
  readonly error?: ReactNode;
  /** Sorting held by the caller (URL). Without it, the table does not sort. */
  readonly sorting?: Sorting | undefined;
  readonly onSort?: ((sorting: Sorting | undefined) => void) | undefined;
  /** `Pages` or other content below the rows. */
  readonly paging?: ReactNode;
  readonly dense?: boolean;
  readonly onRow?: ((row: Row) => void) | undefined;
  readonly skeletonRows?: number;
}

/** Sorts the rows; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const compare = columns.find((column) => column.key === sorting?.key)?.compare;
  if (!sorting || !compare) return rows;
  return rows.toSorted((a, b) => (sorting.descending ? compare(b, a) : compare(a, b)));
}

/** Cycles a column: descending, ascending, unsorted. */
export function nextSorting(key: string, sorting: Sorting | undefined): Sorting | undefined {
  if (sorting?.key !== key) return { key, descending: true };
  return sorting.descending ? { key, descending: false } : undefined;
}

export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    columns: all,
    rows,
    rowKey,
    empty,
    error,
    sorting,
    paging,
    dense = false,
    onRow,
    skeletonRows = 5,
  } = props;
  const { t } = useLingui();
  const [opened, setOpened] = useState<string>();
  const columns = all.filter((column) => column.phone !== 'only');
  const hidden = all.filter((column) => ['open', 'only'].includes(column.phone ?? 'open'));
  const firstKept = columns.find((column) => column.phone === 'keep');
  const under = columns.filter((column) => column.phone === 'under');
  const at = (column: Column<Row>): string =>
    classes(
      column.right && style['right'],
      (column.phone ?? 'open') !== 'keep' && style['wide'],
      column === columns.at(-1) && style['last'],
      column === firstKept && style['first'],
    );
  const span = columns.length + (hidden.length > 0 ? 1 : 0);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={style['scroll']} tabIndex={0} aria-label={label}>
        <table
          className={classes(style['table'], dense && style['dense'])}
          aria-busy={rows === undefined && error === undefined}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.key} column={column} className={at(column)} {...props} />
              ))}
              {hidden.length > 0 ? (
                <th className={classes(style['narrow'], style['right'])}>
                  <span className="v-hidden">
                    {t({ message: 'More', comment: 'Button of a row: shows its other columns' })}
                  </span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {error !== undefined ? (
              <tr data-plain>
                <td className={style['words']} colSpan={span}>
                  {error}
                </td>
              </tr>
            ) : rows === undefined ? (
              Array.from({ length: skeletonRows }, (_, index) => (
                <tr key={index} data-plain>
                  {columns.map((column) => (
                    <td key={column.key} className={at(column)}>
                      <SkeletonBar width={column.right ? 56 : 96} className={column.right ? 'v-end' : undefined} />
                    </td>
                  ))}
                  {hidden.length > 0 ? <td className={style['narrow']} aria-hidden="true" /> : null}
                </tr>
              ))
            ) : rows.length === 0 ? (
              <tr data-plain>
                <td className={style['words']} colSpan={span}>
                  {empty}
                </td>
              </tr>
            ) : (
              sortRows(rows, columns, sorting).map((row) => {
                const key = rowKey(row);
                const open = opened === key;
                return (
                  <Fragment key={key}>
                    <tr
                      className={classes(onRow && style['clickable'], open && style['opened'])}
                      onClick={onRow ? () => onRow(row) : undefined}
                    >
                      {columns.map((column) => (
                        <td key={column.key} className={at(column)}>
                          {column.cell(row)}
                          {column === firstKept
                            ? under.map((small) => (
                                <div key={small.key} className={classes(style['narrow'], style['under'])}>
                                  {small.cell(row)}
                                </div>
                              ))
                            : null}
                        </td>
                      ))}
                      {hidden.length > 0 ? (
                        <td className={classes(style['narrow'], style['right'])}>
                          <button
                            type="button"
                            className={style['more']}
                            aria-expanded={open}
                            aria-label={
                              open
                                ? t({ message: 'Less', comment: 'Button of a row: hides its other columns' })
                                : t`More`
                            }
                            onClick={(event) => {
                              event.stopPropagation();
                              setOpened(open ? undefined : key);
                            }}
                          >
                            {open ? (
                              <IconChevronUp stroke={1.75} aria-hidden="true" />
                            ) : (
                              <IconChevronDown stroke={1.75} aria-hidden="true" />
                            )}
                          </button>
                        </td>
                      ) : null}
                    </tr>
                    {open && hidden.length > 0 ? (
                      <tr className={classes(style['narrow'], style['opened'])} data-plain>
                        <td colSpan={span} style={{ padding: 0 }}>
                          <dl className={style['details']}>
                            {hidden.map((column) => (
                              <div key={column.key}>
                                <dt>{column.head || column.label}</dt>
                                <dd>{column.cell(row)}</dd>
                              </div>
                            ))}
                          </dl>
                        </td>
                      </tr>
                    ) : null}
                  </Fragment>
                );
              })
            )}
          </tbody>
        </table>
      </section>
      {rows ? paging : null}
    </>
  );
}

function Head<Row>({
  column,
  className,
  sorting,
  onSort,
}: TableProps<Row> & { readonly column: Column<Row>; readonly className: string }) {
  const sorted = sorting?.key === column.key ? sorting : undefined;
  const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined;
  if (!column.compare || !onSort) {
    return (
      <th scope="col" className={className}>
        {column.head || <span className="v-hidden">{column.label}</span>}
      </th>
    );
  }
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button
        type="button"
        className={classes(style['sort'], sorted && style['sorted'])}
        onClick={() => onSort(nextSorting(column.key, sorting))}
      >
        {column.head}
        <svg viewBox="0 0 8 8" aria-hidden="true" opacity={sorted ? 1 : 0}>
          <path d={sorted && !sorted.descending ? 'M4 1 8 7H0z' : 'M0 1H8L4 7z'} />
        </svg>
      </button>
    </th>
  );
}
