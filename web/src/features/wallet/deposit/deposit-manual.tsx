// Reports a payment by bank or in cash: amount, screenshot, the sender's account. Two staff members review it.
import { useReducer } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinNetwork } from '@vitrine/contract';
import { Button, NumberField, NumMoney, TextField, ValueChange, WhyLine, toast } from '@vitrine/ui';
import { PhotoInput, usePhotoSending } from '../../../media/index.ts';
import { RefusedWords, UnknownLine, useWrite } from '../../../ticket/index.ts';
import {
  ACCOUNT_MOST,
  firstManual,
  manualInput,
  reduceManual,
  stepDecimals,
  validateManual,
  type ManualFault,
} from './deposit-form.ts';
import { useFundsChanged } from '../funds-data.ts';
import style from '../funds.module.css';

export interface DepositManualProps {
  readonly coin: string;
  readonly network: CoinNetwork;
}

export function DepositManual({ coin, network }: DepositManualProps) {
  const { t } = useLingui();
  const changed = useFundsChanged();
  const write = useWrite();
  const [form, act] = useReducer(reduceManual, firstManual);
  const sending = usePhotoSending<'screenshot'>('recharge', (_, event) => act({ set: 'photo', event }));
  const fault = validateManual(form, network);
  const busy = write.state.step === 'sending' || write.state.step === 'unknown';
  const send = async (): Promise<void> => {
    if (fault || busy) return;
    const settled = await write.run('userCoin.recharge', manualInput(form, coin));
    if (!settled) return;
    toast({ id: 'recharge', kind: 'done', title: t`Sent for review`, text: t`The decision appears here.` });
    act({ set: 'first' });
    changed();
  };
  const typed = form.amount !== '' && fault !== undefined && 'of' in fault;
  return (
    <form
      className={`${style['block']} ${style['form']}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>
        <Trans>Report a payment</Trans>
      </h3>
      <NumberField
        label={<Trans>Amount paid</Trans>}
        name="amount"
        value={form.amount}
        onChange={(text) => {
          write.forget();
          act({ set: 'amount', text });
        }}
        decimals={stepDecimals(network.step)}
        unit={coin}
        hint={
          <Trans>
            As the bank shows it; at least <NumMoney value={network.min} asset={coin} showAsset />
          </Trans>
        }
        error={typed ? <Why fault={fault} coin={coin} /> : undefined}
      />
      <TextField
        label={<Trans>Account it was sent from</Trans>}
        name="account"
        value={form.account}
        onChange={(text) => act({ set: 'account', text })}
        maxLength={ACCOUNT_MOST}
        autoComplete="off"
        hint={<Trans>The last four digits are enough. The card must be in your own name.</Trans>}
      />
      <div className={style['shot']}>
        <PhotoInput
          name="proof"
          label={t`Screenshot of the payment`}
          photo={form.photo}
          camera="environment"
          hint={t`Amount, date and number of the payment must be readable. JPEG, PNG or WebP.`}
          onFile={(file) => {
            write.forget();
            sending('screenshot', file);
          }}
        />
      </div>
      <ValueChange
        rows={[
          {
            key: 'credit',
            label: <Trans>Credited after the review</Trans>,
            only: (
              <NumMoney
                value={fault === undefined ? form.amount.replace(/\.$/, '') : undefined}
                asset={coin}
                showAsset
              />
            ),
          },
          {
            key: 'fee',
            label: <Trans comment="What the exchange takes for it">Fee</Trans>,
            only: <NumMoney value="0" asset={coin} showAsset />,
          },
        ]}
      />
      <div>
        <Button
          tone="main"
          size="large"
          wide
          type="submit"
          disabled={fault !== undefined}
          busy={busy}
          aria-describedby="manual-why"
        >
          <Trans comment="Button: sends a payment's screenshot">Send for review</Trans>
        </Button>
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine id="manual-why" need={fault !== undefined || write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : fault ? (
              <Why fault={fault} coin={coin} />
            ) : (
              <Trans>Two staff members compare it with the bank: 1 to 3 business days.</Trans>
            )}
          </WhyLine>
        )}
      </div>
    </form>
  );
}

function Why({ fault, coin }: { readonly fault: ManualFault; readonly coin: string }) {
  switch (fault.kind) {
    case 'amount':
      return <Trans>Not yet: enter an amount.</Trans>;
    case 'number':
      return <Trans>Not yet: the amount must be a number.</Trans>;
    case 'zero':
      return <Trans>Not yet: the amount is zero.</Trans>;
    case 'step':
      return (
        <Trans>
          Only multiples of <NumMoney value={fault.of} asset={coin} showAsset />.
        </Trans>
      );
    case 'least':
      return (
        <Trans comment="Amount or price below the minimum">
          At least <NumMoney value={fault.of} asset={coin} showAsset />.
        </Trans>
      );
    case 'photo':
      return <Trans>Not yet: the screenshot of the payment is missing.</Trans>;
    case 'photoSent':
      return <Trans>Not yet: the screenshot is still on its way.</Trans>;
  }
}
