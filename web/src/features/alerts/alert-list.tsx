// The user's alerts: a form for a new one, and those that wait or have fired.

import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Alert, MARKET_TYPE } from '@vitrine/contract';
import {
  Button,
  CheckField,
  Empty,
  ErrorBlock,
  NumberField,
  NumPrice,
  SelectField,
  SkeletonRows,
  Tag,
  Time,
  WhyLine,
} from '@vitrine/ui';
import { useState } from 'react';
import { queryOf, useSession, useSend } from '../../api/index.ts';
import { useDetail } from '../../live/index.ts';
import { AgeCell, indexOf, useNow } from '../../market/index.ts';
import { Refusal } from '../../page/index.ts';
import {
  againInput,
  directed,
  type AlertForm,
  alertInput,
  inPercent,
  kindsOf,
  needsValue,
  reduceAlert,
  validateAlert,
} from './alert-form.ts';
import type { AlertBegin } from './alert-open.ts';
import { AlertLine } from './alert-words.tsx';
import style from './alerts.module.css';

const EVERY = '';
/** Maximum digits of a typed price or percentage. */
const MOST_DECIMALS = 8;

const blank: AlertForm = { symbol: 'BTC_USDT', type: 1, kind: 'above', value: '', mail: false, repeat: false };

export function AlertList({ first }: { readonly first: AlertBegin }) {
  const queries = useQueryClient();
  const signedIn = useSession().state === 'user';
  const list = useQuery({ ...queryOf('alert.list', {}, 'lazy'), enabled: signedIn });
  const reread = () => queries.invalidateQueries({ queryKey: ['alert.list'] });
  const sendOnce = useSend();
  const remove = useMutation({
    mutationFn: (id: string) => sendOnce('alert.del', { id }),
    onSettled: reread,
  });
  const again = useMutation({
    mutationFn: (alert: Alert) => sendOnce('alert.save', againInput(alert)),
    onSettled: reread,
  });
  if (!signedIn)
    return (
      <Empty title={<Trans>Log in to be notified</Trans>}>
        <Trans>Log in to set alerts.</Trans>
      </Empty>
    );
  return (
    <div className={style['drawer']}>
      <NewAlert first={first} onSaved={() => void reread()} />
      <Refusal error={remove.error ?? again.error} />
      {list.data === undefined ? (
        list.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load your alerts</Trans>} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : list.data.length === 0 ? (
        <Empty title={<Trans>No alerts</Trans>}>
          <Trans>Your alerts appear here.</Trans>
        </Empty>
      ) : (
        <ul className={style['alerts']}>
          {list.data.map((alert) => (
            <li key={alert.id}>
              <div className={style['alertText']}>
                <AlertLine alert={alert} />
                <span className="v-12 v-ink-3 v-row v-wrap">
                  <StateTag alert={alert} />
                  {alert.channels.includes('mail') ? (
                    <Trans comment="The alert also comes by mail">also by mail</Trans>
                  ) : null}
                  {alert.repeat ? <Trans comment="The alert is sent every time, not only once">repeats</Trans> : null}
                  {alert.firedTime === null ? null : (
                    <Trans comment="When an alert was last sent">
                      last <Time at={alert.firedTime} />
                    </Trans>
                  )}
                </span>
              </div>
              <span className="v-row">
                {alert.state === 'on' ? null : (
                  <Button size="small" busy={again.isPending} onClick={() => again.mutate(alert)}>
                    <Trans comment="Switches an alert on again">Turn on again</Trans>
                  </Button>
                )}
                <Button size="small" busy={remove.isPending} onClick={() => remove.mutate(alert.id)}>
                  <Trans>Remove</Trans>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function StateTag({ alert }: { readonly alert: Alert }) {
  switch (alert.state) {
    case 'on':
      return (
        <Tag tone="accent" state={alert.state}>
          <Trans context="alert" comment="State of an alert: it waits">
            waiting
          </Trans>
        </Tag>
      );
    case 'fired':
      return (
        <Tag state={alert.state}>
          <Trans comment="State of an alert: it was sent">sent</Trans>
        </Tag>
      );
    case 'off':
      return (
        <Tag state={alert.state}>
          <Trans comment="State of an alert">off</Trans>
        </Tag>
      );
  }
}

function NewAlert({ first, onSaved }: { readonly first: AlertBegin; readonly onSaved: () => void }) {
  const { t } = useLingui();
  const kindText = useKindText();
  const [form, setForm] = useState<AlertForm>({ ...blank, ...first });
  const coins = useQuery(queryOf('common.getCoinList', {}, 'constant')).data;
  const spot = coins?.currencyList.map((coin) => `${coin.coin}_${coin.baseCoin}`) ?? [];
  const contracts =
    coins?.contractList.filter(({ type }) => type === form.type).map((coin) => `${coin.coin}_${coin.baseCoin}`) ?? [];
  const names = form.type === 1 ? spot : contracts;
  const symbol = form.symbol === EVERY ? 'BTC_USDT' : form.symbol;
  const detail = useDetail(symbol, form.type);
  const now = useNow();
  const price = detail?.indexPrice;
  // Started with a price only (from the palette): its side of the index decides the direction.
  const [undirected, setUndirected] = useState(first.value !== undefined && first.kind === undefined);
  if (undirected && price !== undefined) {
    setUndirected(false);
    setForm((begun) => directed(begun, price));
  }
  const problem = validateAlert(form, form.symbol === EVERY ? undefined : price);
  const sendOnce = useSend();
  const save = useMutation({
    mutationFn: () => sendOnce('alert.save', alertInput(form)),
    onSuccess: () => {
      setForm((now) => ({ ...now, value: '' }));
      onSaved();
    },
  });
  const change = (action: Parameters<typeof reduceAlert>[1]): void => {
    if (save.isError) save.reset();
    // An explicit choice stays, whether the price is loaded or not.
    setUndirected(false);
    setForm((now) => reduceAlert(now, action));
  };
  const types = [
    { key: '1', label: t({ message: 'Spot', comment: 'Kind of market' }) },
    { key: '2', label: t`USDT perpetuals` },
    { key: '3', label: t`Coin-margined perpetuals` },
  ] as const;
  return (
    <form
      className={style['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) save.mutate();
      }}
    >
      <SelectField
        label={<Trans comment="Spot or contracts">Kind of market</Trans>}
        value={String(form.type)}
        options={types}
        onChange={(key) =>
          change({
            set: 'market',
            symbol: 'BTC_USDT',
            type: key === '2' ? MARKET_TYPE.linear : key === '3' ? MARKET_TYPE.inverse : MARKET_TYPE.spot,
          })
        }
      />
      <SelectField
        label={<Trans>Market</Trans>}
        value={form.symbol}
        options={[
          ...(form.kind === 'fill'
            ? [{ key: EVERY, label: t({ message: 'All markets', comment: 'Choice: no filter by market' }) }]
            : []),
          ...[...new Set([...(form.symbol === EVERY ? [] : [form.symbol]), ...names])].map((key) => ({
            key,
            label: key.replace('_', '/'),
          })),
        ]}
        onChange={(next) => change({ set: 'market', symbol: next, type: form.type })}
      />
      <SelectField
        label={<Trans comment="What an alert waits for">Notify me when</Trans>}
        name="kind"
        value={form.kind}
        options={kindsOf(form.type).map((kind) => ({ key: kind, label: kindText(kind) }))}
        onChange={(kind) => change({ set: 'kind', kind })}
      />
      {needsValue(form.kind) ? (
        <NumberField
          label={inPercent(form.kind) ? <Trans comment="Unit of a setting">Percent</Trans> : <Trans>Price</Trans>}
          aside={
            inPercent(form.kind) ? undefined : (
              <span className="v-row">
                <Trans comment="The index price, right of the field of a price">
                  index <NumPrice value={price} />
                </Trans>
                {detail ? (
                  <AgeCell
                    market={{ state: undefined, opensAt: detail.opensAt ?? null }}
                    price={indexOf(detail)}
                    now={now}
                  />
                ) : null}
              </span>
            )
          }
          name="value"
          value={form.value}
          onChange={(value) => change({ set: 'value', value })}
          decimals={MOST_DECIMALS}
          unit={inPercent(form.kind) ? '%' : undefined}
        />
      ) : null}
      <CheckField checked={form.mail} onChange={(on) => change({ set: 'mail', on })}>
        <Trans>Also by mail</Trans>
      </CheckField>
      <CheckField checked={form.repeat} onChange={(on) => change({ set: 'repeat', on })}>
        <Trans>Notify me each time, not only once</Trans>
      </CheckField>
      <Refusal error={save.error} />
      <Button
        type="submit"
        tone="main"
        wide
        busy={save.isPending}
        disabled={problem !== undefined}
        aria-describedby="alert-why"
      >
        <Trans comment="Button: makes an alert">Set alert</Trans>
      </Button>
      <WhyLine id="alert-why" need={problem !== undefined}>
        {problem === 'value' ? (
          <Trans>Enter a value.</Trans>
        ) : problem === 'market' ? (
          <Trans>Choose a market.</Trans>
        ) : problem === 'already' ? (
          <Trans>The price is there already.</Trans>
        ) : (
          <Trans>Shown on every page of the exchange.</Trans>
        )}
      </WhyLine>
    </form>
  );
}

/** The kinds as options of a select, which takes text only. */
function useKindText(): (kind: AlertForm['kind']) => string {
  const { t } = useLingui();
  return (kind) => {
    switch (kind) {
      case 'above':
        return t({ message: 'Price rises to', comment: 'Kind of an alert: the price rises to a value' });
      case 'below':
        return t({ message: 'Price falls to', comment: 'Kind of an alert: the price falls to a value' });
      case 'fill':
        return t({ message: 'One of your orders is filled', comment: 'Kind of an alert' });
      case 'funding':
        return t({ message: 'Funding rate beyond', comment: 'Kind of an alert' });
      case 'liquidation':
        return t({ message: 'Distance to liquidation below', comment: 'Kind of an alert' });
    }
  };
}
