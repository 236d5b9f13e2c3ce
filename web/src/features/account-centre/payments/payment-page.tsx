// Payment methods: the bank card, and other accounts that a user adds, changes and removes with the fund password.
import { useReducer, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconBuildingBank, IconCreditCard, IconLock } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { hashPassword, PAYMENT_TYPE, type PaymentRecord } from '@vitrine/contract';
import {
  Button,
  Dialog,
  Empty,
  ErrorBlock,
  Note,
  Pane,
  PIN_DIGITS,
  PinField,
  SkeletonRows,
  TextField,
  Time,
  toast,
} from '@vitrine/ui';
import { queryOf, useSend } from '../../../api/index.ts';
import { noPhoto, PhotoInput, reducePhoto, usePhotoSending, type Photo } from '../../../media/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged, useSecurity } from '../data.ts';
import { FactRow, FormBox, OwnWord, PageHead } from '../parts.tsx';
import { firstPayment, paymentInput, paymentRules, type PaymentField } from './payment-form.ts';
import { useForm } from '../use-form.ts';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

/** What is open: nothing, a new account, or the one being changed. */
type Editing = PaymentRecord | 'new' | undefined;

export function PaymentPage() {
  const { t } = useLingui();
  const [editing, setEditing] = useState<Editing>();
  const security = useSecurity();
  useTitle(t`Payment methods`);
  const hasFund = security.data?.fundPassword.set === true;
  return (
    <>
      <PageHead
        name="payment"
        back="account"
        title={<Trans>Payment methods</Trans>}
        lead={<Trans>Accounts that you are paid to, besides your bank card. Each must be in your own name.</Trans>}
      />
      <div className={style['columns']}>
        <div className={style['stack']}>
          {editing === undefined ? null : (
            <Edit
              key={editing === 'new' ? 'new' : editing.id}
              method={editing === 'new' ? undefined : editing}
              onClose={() => setEditing(undefined)}
            />
          )}
          <MethodList
            onAdd={hasFund && editing === undefined ? () => setEditing('new') : undefined}
            onChange={hasFund ? setEditing : undefined}
          />
        </div>
        <Note icon={<IconLock stroke={1.75} aria-hidden="true" />}>
          {security.data !== undefined && !hasFund ? (
            <Trans>
              Every change requires your fund password.{' '}
              <Link to="/account/center/security/setting/trade-pwd" className="v-link">
                Set it first
              </Link>
            </Trans>
          ) : (
            <Trans>
              Every change requires your fund password, and your second factor where one is bound. Accounts are stored
              encrypted and shown masked.
            </Trans>
          )}
        </Note>
      </div>
    </>
  );
}

function Edit({ method, onClose }: { readonly method: PaymentRecord | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const [qr, act] = useReducer(
    (now: Photo, event: Parameters<typeof reducePhoto>[1] | { readonly do: 'remove' }) =>
      event.do === 'remove' ? noPhoto : reducePhoto(now, event),
    method?.qr ?? undefined,
    (link): Photo => ({ ...noPhoto, preview: link, link }),
  );
  const sending = usePhotoSending<'qr'>('recharge', (_slot, event) => act(event));
  const onTheWay = qr.sent !== undefined;
  const sendOnce = useSend();
  const state = useForm(paymentRules, firstPayment(method?.id), async (form) => {
    await sendOnce('member.payment', paymentInput(form, qr.link));
    toast({
      id: 'payment',
      kind: 'done',
      title: method ? t`The payment method is changed` : t`The payment method is added`,
    });
    onClose();
    await changed('member.getPayment');
  });
  const field = (name: PaymentField) => ({
    value: state.form[name],
    onChange: (text: string) => state.change({ [name]: text }),
    onBlur: () => state.leave(name),
    name,
    error: state.error(name),
  });
  const shown = method?.account ?? '';
  return (
    <Pane
      title={
        method ? (
          <Trans comment="shown: a masked account number">Change {shown}</Trans>
        ) : (
          <Trans>Add a payment method</Trans>
        )
      }
      padded
      aside={
        <Button size="small" tone="quiet" data-testid="payment-close" onClick={onClose}>
          <Trans context="leave" comment="Button: do not change anything">
            Cancel
          </Trans>
        </Button>
      }
    >
      <FormBox
        state={state}
        button={method ? <Trans>Save the change</Trans> : <Trans>Add</Trans>}
        why={
          onTheWay ? (
            <Trans>Not yet: a photo is still on its way.</Trans>
          ) : (
            <Trans>Stored encrypted and shown masked. You can change or remove it at any time.</Trans>
          )
        }
        disabled={onTheWay}
      >
        <TextField {...field('name')} label={<Trans>Name of the holder</Trans>} autoComplete="name" />
        <TextField
          {...field('account')}
          label={<Trans>Account</Trans>}
          autoComplete="off"
          hint={<Trans>Account number, e-mail address or user name</Trans>}
        />
        <TextField {...field('bankName')} label={<Trans>Bank or service, if there is one</Trans>} autoComplete="off" />
        <div className={style['qr']}>
          <PhotoInput
            name="qr"
            label={t`QR code, if there is one`}
            photo={qr}
            hint={t`A picture of the code that payers scan. JPEG, PNG or WebP.`}
            onFile={(file) => sending('qr', file)}
          />
          {qr.preview === undefined ? null : (
            <Button size="small" data-testid="qr-remove" onClick={() => act({ do: 'remove' })}>
              <Trans>Remove the QR code</Trans>
            </Button>
          )}
        </div>
        <PinField
          label={<Trans>Fund password, 6 digits</Trans>}
          name="fundPassword"
          value={state.form.pin}
          error={state.error('pin')}
          onChange={(pin) => state.change({ pin })}
        />
      </FormBox>
    </Pane>
  );
}

function MethodList({
  onAdd,
  onChange,
}: {
  readonly onAdd: (() => void) | undefined;
  readonly onChange: ((method: PaymentRecord) => void) | undefined;
}) {
  const methods = useQuery(queryOf('member.getPayment', {}, 'lazy'));
  const [going, setGoing] = useState<PaymentRecord>();
  const add =
    onAdd === undefined ? undefined : (
      <Button size="small" tone="main" data-testid="payment-add" onClick={onAdd}>
        <Trans>Add a payment method</Trans>
      </Button>
    );
  return (
    <Pane title={<Trans>Your payment methods</Trans>} aside={methods.data && methods.data.length > 0 ? add : undefined}>
      {methods.data === undefined ? (
        methods.isError ? (
          <ErrorBlock
            title={<Trans>Couldn’t load your payment methods</Trans>}
            onRetry={() => void methods.refetch()}
          />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : methods.data.length === 0 ? (
        <Empty title={<Trans>No payment method yet</Trans>} action={add}>
          <Trans>An account that you add appears here, masked. So does your bank card.</Trans>
        </Empty>
      ) : (
        <div className={style['rows']}>
          {methods.data.map((method) => (
            <Method
              key={method.id}
              method={method}
              onChange={onChange && (() => onChange(method))}
              onRemove={onChange && (() => setGoing(method))}
            />
          ))}
        </div>
      )}
      <Remove method={going} onClose={() => setGoing(undefined)} />
    </Pane>
  );
}

function Method({
  method,
  onChange,
  onRemove,
}: {
  readonly method: PaymentRecord;
  readonly onChange: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const isCard = method.type === PAYMENT_TYPE.card;
  const shown = method.account;
  const Icon = isCard ? IconCreditCard : IconBuildingBank;
  return (
    <FactRow
      icon={<Icon stroke={1.75} aria-hidden="true" />}
      testId="payment"
      state="on"
      title={
        <span className="v-row v-wrap">
          <span>{method.account}</span>
          {method.bankName === null ? null : <span className="v-ink-3">{method.bankName}</span>}
        </span>
      }
      action={
        isCard ? (
          <Link to="/account/center/bank-card" className="v-link">
            <Trans>Bank card</Trans>
          </Link>
        ) : (
          <span className="v-row v-wrap">
            <Button size="small" data-testid="payment-change" disabled={!onChange} onClick={onChange}>
              <Trans comment="Button: change a payment method">Change</Trans>
            </Button>
            <Button size="small" data-testid="payment-remove" disabled={!onRemove} onClick={onRemove}>
              <Trans comment="Button: remove a payment method">Remove</Trans>
            </Button>
          </span>
        )
      }
    >
      {method.name}
      {' · '}
      {isCard ? (
        <Trans comment="A bank card among the payment methods">bound permanently</Trans>
      ) : (
        <Trans comment="When a payment method was added or changed last">
          since <Time at={method.time} as="full" />
        </Trans>
      )}
      {method.qr === null ? null : (
        <img
          className={style['qrPicture']}
          src={method.qr}
          alt={t({ message: `QR code of ${shown}`, comment: 'shown: a masked account number' })}
          data-testid="payment-qr"
        />
      )}
    </FactRow>
  );
}

function Remove({ method, onClose }: { readonly method: PaymentRecord | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const [last, setLast] = useState(method);
  const [pin, setPin] = useState('');
  if (method !== undefined && method !== last) {
    setLast(method);
    setPin('');
  }
  const shown = last?.account ?? '';
  const sendOnce = useSend();
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await sendOnce('member.payment.del', { id, fundPassword: hashPassword(pin) });
      await changed('member.getPayment');
    },
    onSuccess: () => {
      toast({ id: 'payment', kind: 'done', title: t`The payment method is removed` });
      onClose();
    },
    onSettled: () => setPin(''),
  });
  return (
    <Dialog
      open={method !== undefined}
      onClose={onClose}
      title={<Trans comment="shown: a masked account number">Remove {shown}?</Trans>}
      safe={<Trans comment="Button: do not remove">Keep it</Trans>}
      act={{
        label: <Trans comment="Button: remove a payment method">Remove</Trans>,
        onClick: () => {
          if (last) remove.mutate(last.id);
        },
        busy: remove.isPending,
        disabled: pin.length < PIN_DIGITS,
      }}
    >
      <div className={style['dialog']}>
        <p>
          <Trans>It is removed at once. You can add it again at any time.</Trans>
        </p>
        <PinField label={<Trans>Fund password, 6 digits</Trans>} name="fundPassword" value={pin} onChange={setPin} />
        <OwnWord />
        <Refusal error={remove.error} />
      </div>
    </Dialog>
  );
}
