// The user's transfers between wallets, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Transfer } from '@vitrine/contract';
import {
  ChangeArrow,
  classes,
  Empty,
  ErrorBlock,
  NumCount,
  NumMoney,
  Pane,
  Table,
  Time,
  type Column,
  useSearched,
} from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { SaveButton } from '../save-button.tsx';
import { useWalletName } from '../words.tsx';
import style from '../wallet.module.css';

const PAGE = 15;
const wideOnly = ['seq'];

/** `brief`: beside the form, with fewer columns. */
export function TransferList({ brief = false }: { readonly brief?: boolean }) {
  const { t } = useLingui();
  const walletName = useWalletName();
  const pages = useSearched();
  const list = useQuery({
    ...queryOf('userCoin.transferList', { current: pages.current, size: PAGE, ...pages.older }, 'lazy'),
    placeholderData: keepPreviousData,
  });
  const all: readonly Column<Transfer>[] = [
    {
      key: 'time',
      head: t`Time`,
      phone: 'under',
      cell: ({ time }) => <Time at={time} as={brief ? 'moment' : 'full'} className="v-ink-2" />,
    },
    {
      key: 'way',
      head: t({ message: 'Between', comment: 'Column head: the two wallets of a transfer' }),
      phone: 'keep',
      cell: ({ from, to, symbolName }) => (
        <span className={classes('v-row', style['way'])}>
          {walletName(from)} <ChangeArrow /> {walletName(to)}
          {symbolName === null ? null : <span className="v-ink-3">{symbolName}</span>}
        </span>
      ),
    },
    {
      key: 'amount',
      head: t({ message: 'Amount', context: 'money', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: ({ amount, coin }) => <NumMoney className="v-strong" value={amount} asset={coin} showAsset />,
    },
    {
      key: 'seq',
      head: t({ message: 'Journal', comment: 'Column head: number in the journal' }),
      right: true,
      cell: ({ seq }) => <NumCount className="v-ink-3" value={seq} prefix="#" />,
    },
  ];
  const columns = brief ? all.filter(({ key }) => !wideOnly.includes(key)) : all;
  return (
    <Pane
      className={style['pane']}
      title={<Trans>Transfers</Trans>}
      aside={<SaveButton name="userCoin.transferList" input={{}} />}
    >
      <Table
        label={t`Transfers`}
        columns={columns}
        rows={list.data?.records}
        rowKey={({ id }) => id}
        empty={
          <Empty title={<Trans>No transfers</Trans>}>
            <Trans>Transfers between your wallets appear here.</Trans>
          </Empty>
        }
        error={
          list.isError && !list.data ? (
            <ErrorBlock title={<Trans>Couldn’t load the transfers</Trans>} onRetry={() => void list.refetch()} />
          ) : undefined
        }
        paging={pages.paging(list.data, PAGE)}
      />
    </Pane>
  );
}
