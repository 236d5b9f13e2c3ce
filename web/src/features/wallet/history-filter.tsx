// The filter of both histories: coin, status, days.
import { Trans, useLingui } from '@lingui/react/macro';
import { FUNDS_STATUS } from '@vitrine/contract';
import { type Days, periodOf, SelectField, useFormat } from '@vitrine/ui';
import { DayFields } from '../../page/index.ts';
import { useCurrencies } from './funds-data.ts';
import style from './funds.module.css';

/** Rows of a page. */
export const HISTORY_PAGE = 15;
const ALL = 'all';

export interface HistoryFilter extends Days {
  readonly coin?: string | undefined;
  readonly status?: '0' | '1' | '2' | undefined;
}

const statuses = { '0': FUNDS_STATUS.underReview, '1': FUNDS_STATUS.passed, '2': FUNDS_STATUS.failed } as const;

/** The filter as call input. */
export function useFilterInput(filter: HistoryFilter) {
  const { time } = useFormat();
  return {
    ...(filter.coin === undefined ? {} : { coin: filter.coin }),
    ...(filter.status === undefined ? {} : { status: statuses[filter.status] }),
    ...periodOf(filter, time.offset),
  };
}

export function HistoryFilters({
  filter,
  onFilter,
}: {
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
}) {
  const { t } = useLingui();
  const currencies = useCurrencies();
  return (
    <div className={style['filters']}>
      <SelectField
        label={<Trans comment="Choice of a coin">Coin</Trans>}
        value={filter.coin ?? ALL}
        options={[
          { key: ALL, label: t({ message: 'All coins', comment: 'Choice: no filter by coin' }) },
          ...(currencies.data ?? []).map(({ coin }) => ({ key: coin, label: coin })),
        ]}
        onChange={(key) => onFilter({ ...filter, coin: key === ALL ? undefined : key })}
      />
      <SelectField
        label={<Trans comment="Filter of a list">Status</Trans>}
        value={filter.status ?? ALL}
        options={[
          { key: ALL, label: t({ message: 'All statuses', comment: 'Filter of a list' }) },
          { key: '0', label: t({ message: 'Under review', comment: 'Status of a deposit or withdrawal' }) },
          { key: '1', label: t({ message: 'Review passed', comment: 'Status of a deposit or withdrawal' }) },
          { key: '2', label: t({ message: 'Review failed', comment: 'Status of a deposit or withdrawal' }) },
        ]}
        onChange={(key) => onFilter({ ...filter, status: key === ALL ? undefined : key })}
      />
      <DayFields days={filter} onChange={(change) => onFilter({ ...filter, ...change })} />
    </div>
  );
}
