// Claims on merchants' bonds: those against the user with their answer, and those in their favour.
import { useState } from 'react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_CLAIM_ANSWER, type BondClaim } from '@vitrine/contract';
import {
  Button,
  Empty,
  ErrorBlock,
  NumMoney,
  Pane,
  SkeletonRows,
  Tag,
  TextAreaField,
  Time,
  toast,
  useFormat,
} from '@vitrine/ui';
import { queryOf, useSend } from '../../../api/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged } from '../data.ts';
import { PageHead } from '../parts.tsx';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

/** Maximum claims shown; a user has few. */
const pageSize = 50;

export function ClaimsPage() {
  const { t } = useLingui();
  const claims = useQuery({
    ...queryOf('bondClaim.list', { current: 1, size: pageSize }, 'lazy'),
    placeholderData: keepPreviousData,
  });
  useTitle(t`Bond claims`);
  return (
    <>
      <PageHead
        name="claims"
        back="account"
        title={<Trans>Bond claims</Trans>}
        lead={<Trans>A claim pays the party that an OTC order harmed, out of the merchant’s bond.</Trans>}
      />
      {claims.data !== undefined ? (
        claims.data.records.length === 0 ? (
          <Pane>
            <Empty title={<Trans>No claims</Trans>}>
              <Trans>Claims on your bond and claims made for you appear here.</Trans>
            </Empty>
          </Pane>
        ) : (
          claims.data.records.map((one) => <Claim key={one.id} one={one} />)
        )
      ) : claims.isError ? (
        <ErrorBlock title={<Trans>Couldn’t load the claims</Trans>} onRetry={() => void claims.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  );
}

function Claim({ one }: { readonly one: BondClaim }) {
  const { now } = useFormat();
  const { orderId, role, state } = one;
  const merchant = role === 'merchant';
  const answerable = merchant && state === 'notice' && now() < one.noticeUntil;
  return (
    <Pane title={<Trans comment="orderId: number of an OTC order">OTC order {orderId}</Trans>} padded>
      <div data-testid="claim" data-state={state} data-role={role}>
        <p>
          <NumMoney value={one.amount} asset={one.coin} showAsset />{' '}
          <Tag tone={state === 'notice' ? 'accent' : 'plain'} state={state}>
            <State state={state} />
          </Tag>
        </p>
        <p className="v-12 v-ink-2">
          {merchant ? <Trans>Claimed from your bond</Trans> : <Trans>Claimed for you from the merchant’s bond</Trans>}
        </p>
        {state === 'notice' ? (
          <p className="v-12 v-ink-2">
            {merchant ? (
              <Trans>
                You can answer until <Time at={one.noticeUntil} as="full" />. Until the claim is decided, your bond
                cannot be withdrawn.
              </Trans>
            ) : (
              <Trans>
                The merchant can answer until <Time at={one.noticeUntil} as="full" />. Then a second staff member
                decides.
              </Trans>
            )}
          </p>
        ) : null}
        {answerable ? (
          <Answer one={one} />
        ) : one.answer === null ? null : (
          <p className={style['quote']}>{one.answer}</p>
        )}
      </div>
    </Pane>
  );
}

function State({ state }: { readonly state: BondClaim['state'] }) {
  switch (state) {
    case 'notice':
      return <Trans comment="State of a claim on a bond">Not decided</Trans>;
    case 'paid':
      return (
        <Trans context="claim" comment="State of a claim on a bond">
          Paid out
        </Trans>
      );
    case 'refused':
    case 'lapsed':
      return <Trans comment="State of a claim on a bond: refused, or nobody decided in time">Not paid</Trans>;
    default:
      return '–';
  }
}

function Answer({ one }: { readonly one: BondClaim }) {
  const { t } = useLingui();
  const changed = useChanged();
  const [text, setText] = useState(one.answer ?? '');
  const sendOnce = useSend();
  const sending = useMutation({
    mutationFn: async () => {
      await sendOnce('bondClaim.answer', { id: one.id, content: text.trim() });
      await changed('bondClaim.list');
    },
    onSuccess: () => toast({ id: 'claim', kind: 'done', title: t`Your answer is sent` }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') sending.mutate();
      }}
    >
      <TextAreaField
        label={<Trans>Your answer</Trans>}
        name="answer"
        value={text}
        onChange={setText}
        maxLength={MAX_CLAIM_ANSWER}
        rows={4}
        hint={<Trans>Our staff reads it before deciding. You can change it during the notice period.</Trans>}
      />
      <Refusal error={sending.error} />
      <Button type="submit" busy={sending.isPending} data-testid="send-answer">
        <Trans comment="Button: the merchant's answer to a claim">Submit the answer</Trans>
      </Button>
    </form>
  );
}
