// Proposes a claim: finds the order by its number, then takes the amount and the reason.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskBondOrder } from '@vitrine/contract';
import { Button, NumMoney, TextField, Time, ValueChange } from '@vitrine/ui';
import { queryOf, refreshQueues, useSend } from '../../api/index.ts';
import { Step } from '../../case/index.ts';
import { tellProposed } from '../../proposal/index.ts';
import { useFaultText } from '../../words/index.ts';
import { claimInput, claimLack, emptyClaim } from './draft.ts';
import style from './bonds.module.css';

/** Maximum digits of an order number. */
const orderMost = 16;

export function Propose() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string>();
  const faultText = useFaultText();
  const order = useQuery({
    ...queryOf('desk.bonds.order', { id: asked ?? '0' }, 'queue'),
    enabled: asked !== undefined,
  });
  const leave = (): void => {
    setAsked(undefined);
    setTyped('');
  };
  if (order.data !== undefined && asked !== undefined) return <Claim order={order.data} onLeave={leave} />;
  return (
    <form
      className={style['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') setAsked(typed);
      }}
    >
      <h2 className={style['title']}>
        <Trans>New claim</Trans>
      </h2>
      <TextField
        label={t`Number of the ended OTC order`}
        name="order"
        inputMode="numeric"
        maxLength={orderMost}
        value={typed}
        onChange={(text) => setTyped(text.replaceAll(/[^0-9]/g, ''))}
        {...(order.isError ? { error: faultText(order.error) } : {})}
      />
      <Button type="submit" busy={order.isFetching} data-testid="find-order">
        <Trans comment="Button: look an order up by its number">Find the order</Trans>
      </Button>
      <p className="v-12 v-ink-2">
        <Trans>
          A claim on an order can be made until 30 days after its end, up to its value and the merchant’s bond.
        </Trans>
      </p>
    </form>
  );
}

function Claim({ order, onLeave }: { readonly order: DeskBondOrder; readonly onLeave: () => void }) {
  const { t } = useLingui();
  const { coin } = order;
  const [draft, setDraft] = useState(emptyClaim);
  const lack = claimLack(draft, order);
  const send = useSend();
  const sending = useMutation({
    mutationFn: async () => {
      const input = claimInput(order, draft);
      if (input !== undefined) tellProposed(await send('desk.bonds.claim', input));
    },
    onSuccess: () => {
      onLeave();
      void refreshQueues();
    },
  });
  return (
    <Step
      title={<Trans comment="id: number of an OTC order">Claim for order {{ order: order.id }}</Trans>}
      reason={{
        value: draft.reason,
        onChange: (reason) => setDraft({ ...draft, reason }),
        hint: <Trans>How the customer was harmed, and how you know.</Trans>,
      }}
      act={<Trans>Propose the claim</Trans>}
      why={
        <Trans>
          The merchant has seven days to answer and cannot withdraw the bond meanwhile. Then another person decides.
        </Trans>
      }
      {...(lack === 'amount'
        ? { missing: <Trans>Not yet: an amount up to what is left</Trans>, lack }
        : lack === 'reason'
          ? { missing: <Trans>Not yet: a reason</Trans>, lack }
          : {})}
      busy={sending.isPending}
      error={sending.error}
      onSend={() => sending.mutate()}
      onLeave={onLeave}
    >
      <TextField
        label={t`Amount, ${coin}`}
        name="amount"
        inputMode="numeric"
        value={draft.amount}
        onChange={(amount) => setDraft({ ...draft, amount })}
      />
      <ValueChange
        rows={[
          {
            key: 'merchant',
            label: <Trans>Merchant</Trans>,
            only: <Trans comment="Number of a customer">No. {{ id: order.merchant.id }}</Trans>,
          },
          {
            key: 'harmed',
            label: <Trans>Harmed party</Trans>,
            only: <Trans comment="Number of a customer">No. {{ id: order.harmed.id }}</Trans>,
          },
          {
            key: 'value',
            label: <Trans>Value of the order</Trans>,
            only: <NumMoney value={order.value} asset={order.coin} showAsset />,
          },
          {
            key: 'left',
            label: <Trans comment="Part of an order's value that nobody claims yet">Not claimed yet</Trans>,
            only: <NumMoney value={order.left} asset={order.coin} showAsset />,
          },
          {
            key: 'until',
            label: <Trans>Can be claimed until</Trans>,
            only: <Time at={order.until} as="full" />,
          },
        ]}
      />
    </Step>
  );
}
