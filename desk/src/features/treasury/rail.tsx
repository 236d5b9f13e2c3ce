// One coin on one network: its facts first; halt, resume and top-up beside them.
import { useEffect, useRef } from 'react';
import { Trans } from '@lingui/react/macro';
import type { DeskReserve } from '@vitrine/contract';
import { Button, NumMoney, Pane, Time } from '@vitrine/ui';
import { Facts, type Fact } from '../../case/index.ts';
import { networkWords, reserveStateWords, wordOf } from '../../words/index.ts';
import { RailDecision } from './decision.tsx';
import { byHand } from './rules.ts';
import style from './treasury.module.css';

export function Rail({ one, onClose }: { readonly one: DeskReserve; readonly onClose: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  const network = wordOf(networkWords, one.network);
  useEffect(() => {
    panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <div ref={panel}>
      <Pane
        title={
          <Trans comment="coin: a coin's code, network: its network">
            {{ coin: one.coin }} on {network}
          </Trans>
        }
        aside={
          <Button size="small" onClick={onClose}>
            <Trans comment="Button: closes what is open">Close</Trans>
          </Button>
        }
      >
        <div className={style['rail']}>
          <div className={style['railFacts']}>
            <Facts facts={[...haltFacts(one), ...(byHand(one) ? handFacts : chainFacts(one))]} />
          </div>
          <div className={style['railDecision']}>
            <RailDecision one={one} />
          </div>
        </div>
      </Pane>
    </div>
  );
}

function haltFacts({ halted }: DeskReserve): readonly Fact[] {
  if (halted === null)
    return [
      {
        key: 'withdrawals',
        label: <Trans>Withdrawals</Trans>,
        value: <Trans comment="Withdrawals of a coin on a network are open">open</Trans>,
      },
    ];
  return [
    {
      key: 'withdrawals',
      label: <Trans>Withdrawals</Trans>,
      value: (
        <span className="v-warn">
          <Trans comment="Withdrawals of a coin rest">
            halted since <Time at={halted.since} as="full" />
          </Trans>
        </span>
      ),
    },
    {
      key: 'by',
      label: <Trans comment="Who halted withdrawals">Halted by</Trans>,
      value: halted.by?.name ?? <Trans comment="Who halted withdrawals: nobody, the reconciliation">the system</Trans>,
    },
    { key: 'reason', label: <Trans>Reason</Trans>, value: halted.reason },
  ];
}

const handFacts: readonly Fact[] = [
  {
    key: 'state',
    label: <Trans>State</Trans>,
    value: <Trans>Recorded by hand at the bank: there is no chain to compare with.</Trans>,
  },
];

function chainFacts(one: DeskReserve): readonly Fact[] {
  const money = (value: string) => <NumMoney value={value} asset={one.coin} showAsset />;
  const hot = money(one.hot);
  const low = money(one.hotLow);
  const limit = money(one.hotLimit);
  return [
    { key: 'state', label: <Trans>State</Trans>, value: wordOf(reserveStateWords, one.state) },
    {
      key: 'difference',
      label: <Trans comment="What is there less what is expected">Difference</Trans>,
      value: one.state === 'unknown' ? '–' : money(one.difference),
    },
    {
      key: 'tolerance',
      label: <Trans comment="A difference up to it halts nothing">Tolerance</Trans>,
      value: money(one.tolerance),
    },
    {
      key: 'hot',
      label: <Trans>Hot wallet</Trans>,
      value: (
        <Trans comment="Hot wallet: what is there, and between which limits it should be">
          {hot}, between {low} and {limit}
        </Trans>
      ),
    },
    { key: 'cold', label: <Trans>Cold wallet</Trans>, value: money(one.cold) },
    {
      key: 'dust',
      label: <Trans comment="Parts of a coin below the ledger's last decimal, credited to nobody">Dust</Trans>,
      value: money(one.dust),
    },
    {
      key: 'checked',
      label: <Trans comment="When chain and ledger were last compared">Compared</Trans>,
      value: <Time at={one.checked} as="full" />,
    },
  ];
}
