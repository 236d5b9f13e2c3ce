// A top-up of the hot wallet: amount and reason, then the text to copy and sign at the cold wallet.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { readDecimal, type DeskAnswerOf, type DeskReserve } from '@vitrine/contract';
import { Button, Note, NumMoney, NumberField } from '@vitrine/ui';
import { ApiFault, refreshQueues, request } from '../../api/index.ts';
import { Facts, Step, hasReason } from '../../case/index.ts';
import { Copied } from '../../copy/index.ts';
import { amountFits } from './rules.ts';
import style from './treasury.module.css';

/** Maximum decimals of any coin. */
const mostDecimals = 18;

export function TopUp({ one, onLeave }: { readonly one: DeskReserve; readonly onLeave: () => void }) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const making = useMutation({
    mutationFn: () => {
      const read = readDecimal(amount);
      if (read === undefined) throw new Error(`expected an amount, got '${amount}'`);
      return request('desk.treasury.topUp', {
        ...{ coin: one.coin, network: one.network, amount: read, reason: reason.trim() },
      });
    },
    onSuccess: () => void refreshQueues(),
  });
  const noCold = making.error instanceof ApiFault && making.error.code === 404;
  if (making.data !== undefined) return <Made made={making.data} onLeave={onLeave} />;
  return (
    <Step
      title={<Trans>Prepare a top-up from cold</Trans>}
      reason={{ value: reason, onChange: setReason, hint: <Trans>For the audit log.</Trans> }}
      act={<Trans>Prepare it</Trans>}
      why={<Trans>Nothing is sent: the exchange has no key of the cold wallet. You sign there, by hand.</Trans>}
      {...(amountFits(amount)
        ? hasReason(reason)
          ? {}
          : { missing: <Trans>Not yet: a reason</Trans> }
        : { missing: <Trans>Not yet: an amount</Trans> })}
      busy={making.isPending}
      error={noCold ? undefined : making.error}
      onSend={() => making.mutate()}
      onLeave={onLeave}
    >
      <NumberField
        label={<Trans>Amount</Trans>}
        value={amount}
        decimals={mostDecimals}
        unit={one.coin}
        hint={
          <Trans comment="What the cold wallet holds">
            Cold: <NumMoney value={one.cold} asset={one.coin} showAsset />
          </Trans>
        }
        onChange={setAmount}
      />
      {noCold ? (
        <Note tone="warn">
          <Trans>The settings name no cold wallet for this network.</Trans>
        </Note>
      ) : null}
    </Step>
  );
}

function Made({ made, onLeave }: { readonly made: DeskAnswerOf<'desk.treasury.topUp'>; readonly onLeave: () => void }) {
  return (
    <>
      <h2 className={style['title']} role="status">
        <Trans>Sign this at the cold wallet</Trans>
      </h2>
      <div className={style['made']}>
        <Facts
          facts={[
            {
              key: 'amount',
              label: <Trans>Amount</Trans>,
              value: <NumMoney value={made.amount} asset={made.coin} showAsset />,
            },
            { key: 'from', label: <Trans>From</Trans>, value: <Copied text={made.from} /> },
            { key: 'to', label: <Trans>To</Trans>, value: <Copied text={made.to} /> },
          ]}
        />
      </div>
      {made.unsigned === null ? (
        <Note>
          <Trans>The cold wallet makes its own transaction: enter these there.</Trans>
        </Note>
      ) : (
        <div>
          <p className="v-12 v-ink-2">
            <Trans>Unsigned transaction. Compare address and amount on the device before you sign.</Trans>
          </p>
          <div className={style['unsigned']}>
            <Copied text={made.unsigned} />
          </div>
        </div>
      )}
      <Button wide onClick={onLeave}>
        <Trans comment="Button: one has finished">Done</Trans>
      </Button>
    </>
  );
}
