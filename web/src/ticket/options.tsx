// Parts of a ticket for some order types: kind of stop, trigger price type; post only and time in force.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { CheckField, Menu, SelectField } from '@vitrine/ui';
import { type OrderKind, STOP_KINDS, type TimeInForce, TIMES, type TriggerBy } from './kinds.ts';
import style from './ticket.module.css';
import { TimeInForceWord } from './words.tsx';

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
      <CheckField
        checked={state.postOnly}
        disabled={state.kind !== 'limit'}
        onChange={(value) => act({ type: 'postOnly', value })}
      >
        <Trans comment="Option of an order: it must not fill at once">Post only</Trans>
      </CheckField>
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
    </div>
  );
}
