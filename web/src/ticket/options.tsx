// Parts of a ticket for some order types: kind of stop, trigger price type; post only and time in force.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { CheckField, Menu, SelectField, Tabs } from '@vitrine/ui';
import { type Term, HintMark } from '../hint/index.ts';
import { hasTrigger, type OrderKind, STOP_KINDS, type TimeInForce, TIMES, type TriggerBy } from './kinds.ts';
import style from './ticket.module.css';
import { KindWord, TimeInForceWord } from './words.tsx';

/** The state that these parts show. */
interface Shown {
  readonly kind: OrderKind;
  readonly triggerBy: TriggerBy;
  readonly postOnly: boolean;
  readonly timeInForce: TimeInForce;
}

/** The actions of these parts, which every ticket handles. */
type Action =
  | { readonly type: 'kind'; readonly kind: OrderKind }
  | { readonly type: 'triggerBy'; readonly value: TriggerBy }
  | { readonly type: 'postOnly'; readonly value: boolean }
  | { readonly type: 'timeInForce'; readonly value: TimeInForce };

/** What each order type is explained by. */
const kindTerms: Readonly<Record<OrderKind, readonly Term[]>> = {
  limit: ['limitOrder', 'priceBand', 'lot'],
  market: ['marketOrder'],
  stopLimit: ['stopOrder', 'trigger'],
  stopMarket: ['stopOrder', 'trigger'],
  takeProfitLimit: ['takeProfit', 'trigger'],
  takeProfitMarket: ['takeProfit', 'trigger'],
};
const timeTerms: Readonly<Record<TimeInForce, Term>> = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' };

/** The tabs of the order types; all kinds of stop orders share one. */
export function OrderTypes({
  kind,
  onChange,
}: {
  readonly kind: OrderKind;
  readonly onChange: (kind: OrderKind) => void;
}) {
  const { t } = useLingui();
  return (
    <div className={style['typeRow']}>
      <Tabs
        label={t`Order type`}
        className={style['types']}
        value={hasTrigger(kind) ? 'stop' : kind}
        choices={[
          { key: 'limit', label: <KindWord kind="limit" /> },
          { key: 'market', label: <KindWord kind="market" /> },
          { key: 'stop', label: <Trans comment="Tab of the order form: orders that wait for a trigger">Stop</Trans> },
        ]}
        onChange={(key) => onChange(key === 'stop' ? 'stopLimit' : key)}
      />
      <HintMark of={kindTerms[kind]} name={t`Order type`} />
    </div>
  );
}

export interface StopKindProps {
  readonly state: Pick<Shown, 'kind' | 'triggerBy'>;
  /** Price types that can trigger, in order, with the product's names. */
  readonly triggers: readonly { readonly key: TriggerBy; readonly label: string }[];
  readonly act: (action: Action) => void;
}

export function StopKind({ state, triggers, act }: StopKindProps) {
  const { t } = useLingui();
  const labels: Record<(typeof STOP_KINDS)[number], string> = {
    stopLimit: t({ message: 'Stop limit', comment: 'Type of order' }),
    stopMarket: t({ message: 'Stop market', comment: 'Type of order' }),
    takeProfitLimit: t({ message: 'Take profit limit', comment: 'Type of order' }),
    takeProfitMarket: t({ message: 'Take profit market', comment: 'Type of order' }),
  };
  return (
    <div className={style['stops']}>
      <SelectField
        label={<span className="v-hidden">{t`Kind of stop order`}</span>}
        value={state.kind}
        options={STOP_KINDS.map((key) => ({ key: key as OrderKind, label: labels[key] }))}
        onChange={(kind) => act({ type: 'kind', kind })}
      />
      <SelectField
        label={<span className="v-hidden">{t({ message: 'Trigger price', comment: 'Of a stop order' })}</span>}
        value={state.triggerBy}
        options={triggers}
        onChange={(value) => act({ type: 'triggerBy', value })}
      />
    </div>
  );
}

export function OrderOptions({
  state,
  act,
}: {
  readonly state: Pick<Shown, 'kind' | 'postOnly' | 'timeInForce'>;
  readonly act: (action: Action) => void;
}) {
  const { t } = useLingui();
  return (
    <div className={style['line']}>
      <span className={style['explained']}>
        <CheckField
          checked={state.postOnly}
          disabled={state.kind !== 'limit'}
          onChange={(value) => act({ type: 'postOnly', value })}
        >
          <Trans comment="Option of an order: it must not fill at once">Post only</Trans>
        </CheckField>
        <HintMark of="postOnly" name={t({ message: 'Post only', comment: 'Option of an order' })} />
      </span>
      <span className={style['explained']}>
        <Menu
          label={t({ message: 'Time in force', comment: 'How long an order stays' })}
          target={
            <button type="button" className={style['time']}>
              <TimeInForceWord value={state.timeInForce} />{' '}
              <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
            </button>
          }
          items={TIMES.map((value) => ({
            key: value,
            label: <TimeInForceWord value={value} />,
            chosen: value === state.timeInForce,
            onClick: () => act({ type: 'timeInForce', value }),
          }))}
        />
        <HintMark
          of={timeTerms[state.timeInForce]}
          name={t({ message: 'Time in force', comment: 'How long an order stays' })}
        />
      </span>
    </div>
  );
}
