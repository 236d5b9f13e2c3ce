// The user's swaps, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SwapRecord } from '@vitrine/contract';
import {
  Empty,
  ErrorBlock,
  NumCount,
  NumExact,
  NumMoney,
  Pane,
  Table,
  Time,
  useSearched,
  type Column,
} from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { WalletLink } from '../place.tsx';
import { SaveButton } from '../save-button.tsx';
import { SwapRefusal } from './swap-placed.tsx';
import style from '../wallet.module.css';

const PAGE = 15;
const wideOnly = ['rate', 'seq'];

/** The received amount; for a pending or refused swap its state. */
function Received({ swap }: { readonly swap: SwapRecord }) {
  if (swap.receive !== null) return <NumMoney className="v-strong" value={swap.receive} asset={swap.to} showAsset />;
  if (swap.state === 'waiting') return <Trans comment="State of a swap">Waiting</Trans>;
  return (
    <span className="v-ink-2">
      <SwapRefusal swap={swap} />
    </span>
  );
}

/** `brief`: beside the form, with fewer columns. */
export function SwapList({ brief = false }: { readonly brief?: boolean }) {
  const { t } = useLingui();
  const pages = useSearched();
  const list = useQuery({
    ...queryOf('userCoin.swapList', { current: pages.current, size: PAGE, ...pages.older }, 'lazy'),
    placeholderData: keepPreviousData,
  });
  const all: readonly Column<SwapRecord>[] = [
    {
      key: 'time',
      head: t`Time`,
      phone: 'under',
      cell: ({ time }) => <Time at={time} as={brief ? 'moment' : 'full'} className="v-ink-2" />,
    },
    {
      key: 'gave',
      head: t({ message: 'Paid', context: 'swap', comment: 'Column head of swaps: what was given' }),
      right: true,
      phone: 'keep',
      cell: ({ amount, from }) => <NumMoney value={amount} asset={from} showAsset />,
    },
    {
      key: 'got',
      head: t({ message: 'Received', context: 'swap', comment: 'Column head of swaps: what was received' }),
      right: true,
      phone: 'keep',
      cell: (swap) => <Received swap={swap} />,
    },
    {
      key: 'rate',
      head: t({ message: 'Rate', comment: 'Column head of swaps: received for one given' }),
      right: true,
      cell: ({ rate }) => (rate === null ? null : <NumExact className="v-ink-2" value={rate} />),
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
      title={<Trans>Swaps</Trans>}
      aside={<SaveButton name="userCoin.swapList" input={{}} />}
    >
      <Table
        label={t`Swaps`}
        columns={columns}
        rows={list.data?.records}
        rowKey={({ id }) => id}
        empty={
          <Empty
            title={<Trans>No swaps</Trans>}
            action={
              brief ? undefined : (
                <WalletLink search={{ key: 'swap' }} className="v-link">
                  <Trans>Swap one coin for another</Trans>
                </WalletLink>
              )
            }
          >
            <Trans>Your swaps appear here, with their rates.</Trans>
          </Empty>
        }
        error={
          list.isError && !list.data ? (
            <ErrorBlock title={<Trans>Couldn’t load the swaps</Trans>} onRetry={() => void list.refetch()} />
          ) : undefined
        }
        paging={pages.paging(list.data, PAGE)}
      />
    </Pane>
  );
}
