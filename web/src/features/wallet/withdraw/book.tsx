// The address book: addresses with labels, the allow-list, and the waiting time of new addresses.
import { useReducer, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconTrash } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AddressBook, BookAddress } from '@vitrine/contract';
import {
  Button,
  ComboField,
  Dialog,
  Empty,
  ErrorBlock,
  Pane,
  SkeletonRows,
  Table,
  Tag,
  TextField,
  Time,
  WhyLine,
  toast,
  useFormat,
  type Column,
} from '@vitrine/ui';
import { queryOf, useSend } from '../../../api/index.ts';
import { Refusal } from '../../../page/index.ts';
import { AllowList } from './book-allow.tsx';
import {
  bookInput,
  chainsOf,
  firstBook,
  LABEL_MOST,
  reduceBook,
  usableFrom,
  validateBook,
  type BookProblem,
} from './book-form.ts';
import { useBookChanged, useCurrencies } from '../funds-data.ts';
import { GroupedAddress, NetworkChoice } from '../funds-parts.tsx';
import { useNetworkName } from '../funds-words.tsx';
import { WalletLink } from '../place.tsx';
import { useSettled } from './withdraw-facts.ts';
import { AddressFaultWords } from './withdraw-words.tsx';
import style from '../funds.module.css';

/** Delay between the last keystroke and the check of an address, ms. */
const TYPED_MS = 300;

export function AddressBookPage() {
  const book = useQuery(queryOf('assets.address.list', {}, 'lazy'));
  return (
    <div className={style['stack']}>
      <WalletLink search={{ key: 'withdraw' }} className="v-link v-13">
        <IconChevronLeft className="v-i-14" stroke={1.75} aria-hidden="true" />{' '}
        <Trans comment="Part of the wallet: taking money out">Withdraw</Trans>
      </WalletLink>
      <h2 className={style['title']}>
        <Trans>Address book</Trans>
      </h2>
      <AllowList book={book.data} />
      <Pane title={<Trans>Your addresses</Trans>}>
        <Addresses book={book.data} failed={book.isError} retry={() => void book.refetch()} />
      </Pane>
      <Pane title={<Trans>Add an address</Trans>} padded>
        {book.data ? <AddAddress book={book.data} /> : <SkeletonRows rows={5} />}
      </Pane>
    </div>
  );
}

function Addresses({
  book,
  failed,
  retry,
}: {
  readonly book: AddressBook | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}) {
  const { t } = useLingui();
  const { now } = useFormat();
  const nameOf = useNetworkName();
  const [leaving, setLeaving] = useState<BookAddress>();
  const columns: readonly Column<BookAddress>[] = [
    {
      key: 'label',
      head: t({ message: 'Label', comment: 'Column head: what an address is called' }),
      phone: 'keep',
      cell: (row) => <span className="v-strong">{row.label}</span>,
    },
    { key: 'coin', head: t`Coin`, phone: 'keep', cell: (row) => row.coin },
    { key: 'network', head: t`Network`, cell: (row) => nameOf(row.network) },
    {
      key: 'address',
      head: t`Address`,
      cell: (row) => (
        <span className={style['cell']}>
          <GroupedAddress address={row.address} />
        </span>
      ),
    },
    {
      key: 'usable',
      head: t({ message: 'Can be paid', comment: 'Column head: from when an address can be paid to' }),
      cell: (row) =>
        book?.allowOnly && row.usableFrom > now() ? (
          <Tag tone="warn">
            <Trans comment="From when an address can be paid to">
              from <Time at={row.usableFrom} />
            </Trans>
          </Tag>
        ) : (
          <Trans comment="An address can be paid to">now</Trans>
        ),
    },
    {
      key: 'used',
      head: t({ message: 'Last paid', comment: 'Column head: when an address was last paid to' }),
      cell: (row) =>
        row.lastUsed === null ? (
          <span className="v-ink-3">
            <Trans comment="An address was never paid to">never</Trans>
          </span>
        ) : (
          <Time at={row.lastUsed} as="full" className="v-ink-2" />
        ),
    },
    {
      key: 'delete',
      head: '',
      label: t`Delete`,
      right: true,
      cell: (row) => (
        <Button size="small" tone="quiet" onClick={() => setLeaving(row)}>
          <IconTrash className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Button: takes an address out of the book">Delete</Trans>
        </Button>
      ),
    },
  ];
  return (
    <>
      <Table
        label={t`Your addresses`}
        columns={columns}
        rows={book?.records}
        rowKey={({ id }) => id}
        empty={
          <Empty title={<Trans>No addresses yet</Trans>}>
            <Trans>Save the addresses you pay: then a mistyped or replaced address cannot pass as a known one.</Trans>
          </Empty>
        }
        error={
          failed && book === undefined ? (
            <ErrorBlock title={<Trans>Couldn’t load your address book</Trans>} onRetry={retry} />
          ) : undefined
        }
      />
      <DeleteDialog row={leaving} onClose={() => setLeaving(undefined)} />
    </>
  );
}

function DeleteDialog({ row, onClose }: { readonly row: BookAddress | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const changed = useBookChanged();
  const sendOnce = useSend();
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await sendOnce('assets.address.del', { id });
      await changed();
    },
    onSuccess: () => {
      toast({ id: 'book', kind: 'done', title: t`The address is removed from your book` });
      onClose();
    },
  });
  return (
    <Dialog
      open={row !== undefined}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={<Trans comment="label: what an address is called">Delete “{{ name: row?.label ?? '' }}”?</Trans>}
      safe={<Trans comment="Button: the address stays in the book">Keep it</Trans>}
      act={{
        label: <Trans comment="Button: takes an address out of the book">Delete</Trans>,
        onClick: () => row && remove.mutate(row.id),
        busy: remove.isPending,
      }}
    >
      {row ? <GroupedAddress address={row.address} /> : null}
      <p>
        <Trans>Withdrawals to it in progress continue. If you add it again, it waits again.</Trans>
      </p>
      <Refusal error={remove.error} />
    </Dialog>
  );
}

function AddAddress({ book }: { readonly book: AddressBook }) {
  const { t } = useLingui();
  const { now } = useFormat();
  const nameOf = useNetworkName();
  const changed = useBookChanged();
  const currencies = useCurrencies();
  const [form, act] = useReducer(reduceBook, firstBook);
  const coins = (currencies.data ?? []).filter((one) => chainsOf(one).length > 0);
  const chains = chainsOf(coins.find(({ coin }) => coin === form.coin));
  const network = chains.find((one) => one.network === form.network) ?? (chains.length === 1 ? chains[0] : undefined);
  const address = useSettled(form.address, TYPED_MS);
  const check = useQuery({
    ...queryOf('assets.address.check', { coin: form.coin, network: network?.network ?? 'practice', address }, 'lazy'),
    enabled: network !== undefined && address !== '',
  });
  const checked = address === form.address ? check.data : undefined;
  const problem = validateBook(form, network?.network, checked, book.records.length);
  const sendOnce = useSend();
  const save = useMutation({
    mutationFn: async () => {
      if (network === undefined || checked === undefined) return;
      await sendOnce('assets.address.save', bookInput(form, network.network, checked));
      await changed();
      toast({ id: 'book', kind: 'done', title: t`The address is in your book` });
      act({ set: 'first' });
    },
  });
  const name = nameOf(network?.network ?? '');
  return (
    <form
      className={`${style['form']} ${style['narrow']}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined && !save.isPending) save.mutate();
      }}
    >
      <ComboField
        label={<Trans comment="Choice of a coin">Coin</Trans>}
        value={form.coin}
        options={coins.map((one) => ({ key: one.coin, label: one.coin, aside: one.name }))}
        onChange={(text) => act({ set: 'coin', text })}
      />
      <NetworkChoice
        networks={chains}
        value={network?.network}
        onChoose={(text) => act({ set: 'network', text })}
        facts={() => null}
        closed={() => false}
      />
      <TextField
        label={<Trans>Address</Trans>}
        name="address"
        value={form.address}
        onChange={(text) => {
          save.reset();
          act({ set: 'address', text });
        }}
        autoComplete="off"
        error={
          problem?.kind === 'fault' ? (
            <AddressFaultWords fault={problem.fault} network={name} other={problem.network} />
          ) : undefined
        }
        hint={checked?.fault === null ? <GroupedAddress address={checked.address} /> : undefined}
      />
      <TextField
        label={<Trans comment="What an address is called">Label</Trans>}
        name="label"
        value={form.label}
        onChange={(text) => act({ set: 'label', text })}
        maxLength={LABEL_MOST}
        autoComplete="off"
        hint={<Trans comment="Example of a label">For example “Cold wallet”</Trans>}
      />
      <Refusal error={save.error} />
      <div>
        <Button
          tone="main"
          size="large"
          type="submit"
          disabled={problem !== undefined}
          busy={save.isPending}
          aria-describedby="book-why"
        >
          <Trans comment="Button: writes an address into the book">Save the address</Trans>
        </Button>
        <WhyLine id="book-why" need={problem !== undefined}>
          {problem ? (
            <Why problem={problem} network={name} />
          ) : book.allowOnly ? (
            <Trans>
              New addresses wait: withdrawals to it are possible from{' '}
              <Time at={usableFrom(true, book.wait, now())} as="full" />.
            </Trans>
          ) : (
            <Trans>Withdrawals to it are possible at once.</Trans>
          )}
        </WhyLine>
      </div>
    </form>
  );
}

function Why({ problem, network }: { readonly problem: BookProblem; readonly network: string }) {
  switch (problem.kind) {
    case 'full':
      return <Trans>The address book is full. Delete an address first.</Trans>;
    case 'network':
      return <Trans>Not yet: choose the network.</Trans>;
    case 'address':
      return <Trans>Not yet: the address is missing.</Trans>;
    case 'checking':
      return <Trans>The address is being checked.</Trans>;
    case 'label':
      return <Trans>Not yet: the label is missing.</Trans>;
    case 'there':
      return <Trans>This address is in your book already.</Trans>;
    case 'fault':
      return <AddressFaultWords fault={problem.fault} network={network} other={problem.network} />;
  }
}
