// The chains we follow: height and age of the last block, the node's last answer, faults, replaced blocks.
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskAnswerOf } from '@vitrine/contract';
import { Empty, NumCount, Table, Tag, Time, type Column } from '@vitrine/ui';
import { Waiting, networkWords, wordOf } from '../../words/index.ts';
import style from './treasury.module.css';

type ChainRow = DeskAnswerOf<'desk.treasury.get'>['chains'][number];

export function Chains({ rows }: { readonly rows: readonly ChainRow[] | undefined }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Chains`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.network}
      dense
      skeletonRows={2}
      empty={<Empty title={<Trans>No chain is connected</Trans>} />}
    />
  );
}

const columns: readonly Column<ChainRow>[] = [
  {
    key: 'network',
    head: <Trans>Network</Trans>,
    phone: 'keep',
    cell: (row) => <span className="v-strong">{wordOf(networkWords, row.network)}</span>,
  },
  {
    key: 'height',
    head: <Trans comment="Column head: number of a chain's last block">Height</Trans>,
    phone: 'keep',
    right: true,
    cell: (row) => <NumCount value={row.height} />,
  },
  {
    key: 'block',
    head: <Trans comment="Column head: how long ago the last block was">Last block</Trans>,
    cell: (row) =>
      row.blockTime === null ? (
        '–'
      ) : (
        <Trans comment="How long ago">
          <Waiting since={row.blockTime} /> ago
        </Trans>
      ),
  },
  {
    key: 'answered',
    head: <Trans comment="Column head: when a chain's node last answered">Answered</Trans>,
    cell: (row) => <Time at={row.answered} />,
  },
  {
    key: 'reorganised',
    head: <Trans comment="Column head: the last time that blocks were replaced">Blocks replaced</Trans>,
    cell: (row) => {
      if (row.reorganised === null)
        return (
          <span className="v-ink-3">
            <Trans comment="No blocks were ever replaced">never</Trans>
          </span>
        );
      const { depth, time } = row.reorganised;
      return (
        <Trans comment="How many blocks were replaced, and when">
          <NumCount value={depth} /> deep, <Time at={time} as="full" />
        </Trans>
      );
    },
  },
  {
    key: 'unchecked',
    head: <Trans comment="Column head: heights of blocks that were not read whole">Not checked</Trans>,
    cell: (row) =>
      row.unchecked.length === 0 ? (
        <span className="v-ink-3">
          <Trans comment="No block was left unchecked">none</Trans>
        </span>
      ) : (
        <span className={style['fault']} data-testid="unchecked">
          {row.unchecked.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ')}
        </span>
      ),
  },
  {
    key: 'state',
    head: <Trans>State</Trans>,
    phone: 'keep',
    cell: (row) =>
      row.height === null ? (
        <Tag tone="warn">
          <Trans comment="State of a chain's node">does not respond</Trans>
        </Tag>
      ) : row.fault === null ? (
        <Tag tone="accent">
          <Trans comment="State of a chain's node">answers</Trans>
        </Tag>
      ) : (
        <Tag tone="warn">
          <Trans comment="State of a chain's node">faulty</Trans>
        </Tag>
      ),
  },
  {
    key: 'fault',
    head: <Trans comment="Column head: what a chain's node last said wrong">Fault</Trans>,
    cell: (row) => (
      <span className={style['fault']}>{row.fault ?? <Trans comment="A chain's node has no fault">none</Trans>}</span>
    ),
  },
];
