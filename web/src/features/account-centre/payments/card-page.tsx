// The bank card: bound once and never changed, so it is shown for confirmation first; then the masked card.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { BankCard } from '@vitrine/contract';
import { Dialog, ErrorBlock, Note, Pane, SkeletonRows, TextField, Time, ValueChange, toast } from '@vitrine/ui';
import { queryOf, useSend } from '../../../api/index.ts';
import { useTitle } from '../../../page/index.ts';
import { cardInput, cardRules, firstCard, summariseCard, type CardField, type CardForm } from './card-form.ts';
import { useChanged } from '../data.ts';
import { FormBox, OwnWord, PageHead } from '../parts.tsx';
import { useForm, type FormState } from '../use-form.ts';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function CardPage() {
  const { t } = useLingui();
  const card = useQuery(queryOf('userBank.getbank', {}, 'lazy'));
  useTitle(t`Bank card`);
  return (
    <>
      <PageHead
        name="bank-card"
        back="account"
        title={<Trans comment="Card that withdrawals are paid to">Bank card</Trans>}
        lead={<Trans>Withdrawals go to this card only. It must be in your own name, as on your document.</Trans>}
      />
      <div className={style['columns']}>
        <Pane title={card.data ? <Trans>Your bank card</Trans> : <Trans>Bind a bank card</Trans>} padded>
          {card.data ? (
            <Bound card={card.data} />
          ) : card.data === null ? (
            <Bind />
          ) : card.isError ? (
            <ErrorBlock title={<Trans>Couldn’t load your bank card</Trans>} onRetry={() => void card.refetch()} />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </Pane>
        <Note icon={<IconLock stroke={1.75} aria-hidden="true" />}>
          <Trans>
            Once bound, it cannot be changed: nobody who gets into your account can send your money elsewhere. All pages
            show it masked.
          </Trans>
        </Note>
      </div>
    </>
  );
}

function Bound({ card }: { readonly card: BankCard }) {
  const rows = [
    { key: 'id', label: <Trans>ID number</Trans>, value: card.idNumber },
    { key: 'bankAddress', label: <Trans>Address of the bank</Trans>, value: card.bankAddress },
    { key: 'bankPhone', label: <Trans>Phone at the bank</Trans>, value: card.bankPhone },
    { key: 'bankCode', label: <Trans>International bank code</Trans>, value: card.bankCode },
    { key: 'branch', label: <Trans comment="Of a bank">Branch</Trans>, value: card.branchName },
    { key: 'home', label: <Trans>Home address</Trans>, value: card.homeAddress },
    {
      key: 'time',
      label: <Trans comment="State of a card, phone or authenticator: linked for good">Bound</Trans>,
      value: <Time at={card.time} as="full" />,
    },
  ];
  return (
    <div className={style['stack']}>
      <div className={style['cardFace']}>
        <b>{card.bankName}</b>
        <div>
          <div className={style['cardNumber']}>{card.cardNumber}</div>
          <div className="v-ink-2">{card.name}</div>
        </div>
      </div>
      <dl className={style['facts']}>
        {rows.flatMap((row) => [
          <dt key={`${row.key}-name`}>{row.label}</dt>,
          <dd key={row.key}>{row.value ?? '–'}</dd>,
        ])}
      </dl>
    </div>
  );
}

function Bind() {
  const { t } = useLingui();
  const changed = useChanged();
  const [asking, setAsking] = useState(false);
  const sendOnce = useSend();
  const state = useForm(cardRules, firstCard, async (form) => {
    try {
      await sendOnce('userBank.save', cardInput(form));
    } finally {
      // A refusal is shown at its field, which the dialog would cover.
      setAsking(false);
    }
    toast({ id: 'card', kind: 'done', title: t`The bank card is bound` });
    await changed('userBank.getbank');
  });
  return (
    <FormBox
      state={state}
      button={<Trans>Check and bind</Trans>}
      why={<Trans>You see everything once more before it is bound.</Trans>}
      onWhole={() => setAsking(true)}
    >
      <CardFields state={state} />
      <ConfirmCard open={asking} state={state} onClose={() => setAsking(false)} />
    </FormBox>
  );
}

type State = FormState<CardForm, CardField>;

function CardFields({ state }: { readonly state: State }) {
  const field = (name: CardField) => ({
    value: state.form[name],
    onChange: (text: string) => state.change({ [name]: text }),
    onBlur: () => state.leave(name),
    name,
    error: state.error(name),
  });
  return (
    <>
      <div className={style['pair']}>
        <TextField
          {...field('name')}
          label={<Trans>Name on the card</Trans>}
          autoComplete="cc-name"
          hint={<Trans>As on your document</Trans>}
        />
        <TextField {...field('idNumber')} label={<Trans>ID number</Trans>} autoComplete="off" />
        <TextField
          {...field('cardNumber')}
          label={<Trans comment="Field">Card number</Trans>}
          autoComplete="cc-number"
          inputMode="text"
          hint={<Trans>Or the account's international number</Trans>}
        />
        <TextField
          {...field('bankName')}
          label={<Trans comment="Name of the customer’s bank">Bank</Trans>}
          autoComplete="off"
        />
      </div>
      <h3>
        <Trans comment="Heading: fields that may be left empty">If you know them</Trans>
      </h3>
      <div className={style['pair']}>
        <TextField {...field('bankCode')} label={<Trans>International bank code</Trans>} autoComplete="off" />
        <TextField {...field('branchName')} label={<Trans>Branch</Trans>} autoComplete="off" />
        <TextField {...field('bankAddress')} label={<Trans>Address of the bank</Trans>} autoComplete="off" />
        <TextField
          {...field('bankPhone')}
          label={<Trans>Phone at the bank</Trans>}
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
        <TextField {...field('homeAddress')} label={<Trans>Home address</Trans>} autoComplete="street-address" />
      </div>
    </>
  );
}

function ConfirmCard({
  open,
  state,
  onClose,
}: {
  readonly open: boolean;
  readonly state: State;
  readonly onClose: () => void;
}) {
  const { bank, holder } = summariseCard(state.form);
  const none = <Trans comment="Bank card">Not bound</Trans>;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Bind this card permanently?</Trans>}
      safe={<Trans comment="Button: back to the form">Check again</Trans>}
      act={{
        label: <Trans comment="Button: bind the bank card">Bind the card</Trans>,
        onClick: state.send,
        busy: state.busy,
      }}
    >
      <div className={style['dialog']}>
        <ValueChange
          title={<Trans comment="Head: what changes after binding">If you bind it</Trans>}
          rows={[
            { key: 'card', label: <Trans comment="A bank card">Card</Trans>, now: none, after: state.form.cardNumber },
            { key: 'bank', label: <Trans>Bank</Trans>, now: '–', after: bank },
            { key: 'name', label: <Trans>Name on the card</Trans>, now: '–', after: holder },
          ]}
        />
        <p>
          <Trans>
            A bound card cannot be changed, by you or by us. If the number is wrong, withdrawals do not reach you.
          </Trans>
        </p>
        <OwnWord />
        <Refusal error={state.refused} />
      </div>
    </Dialog>
  );
}
