// The link with other accounts of the same person: its start, its effects, and the appeal against it.
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_APPEAL, type LinkAppeal, type LinkStanding } from '@vitrine/contract';
import { Button, ErrorBlock, Pane, SkeletonRows, Tag, TextAreaField, Time, toast, useFormat } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged, useLinked } from '../data.ts';
import { appealRules } from './linked-form.ts';
import { FormBox, PageHead } from '../parts.tsx';
import { useForm } from '../use-form.ts';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function LinkedPage() {
  const { t } = useLingui();
  const query = useLinked();
  useTitle(t`Linked accounts`);
  return (
    <>
      <PageHead
        name="linked"
        back="account"
        title={<Trans>Linked accounts</Trans>}
        lead={
          <Trans>
            Two members of our staff can link accounts that one person has. We never show which accounts these are.
          </Trans>
        }
      />
      {query.data !== undefined ? (
        <Standing standing={query.data} />
      ) : query.isError ? (
        <ErrorBlock title={<Trans>Couldn’t load the link</Trans>} onRetry={() => void query.refetch()} />
      ) : (
        <Pane>
          <SkeletonRows rows={4} />
        </Pane>
      )}
    </>
  );
}

function Standing({ standing }: { readonly standing: LinkStanding }) {
  const { link, appeals } = standing;
  const open = appeals.find(({ state }) => state === 'open');
  const past = appeals.filter(({ state }) => state !== 'open');
  return (
    <div className={style['long']}>
      {link === null ? (
        <Pane title={<Trans comment="Heading: whether the account is linked">Link</Trans>} padded>
          <p className="v-ink-2" data-testid="link" data-state="none">
            <Trans>Your account is linked with no other.</Trans>
          </p>
        </Pane>
      ) : (
        <LinkFacts link={link} />
      )}
      {open !== undefined ? (
        <OpenAppeal appeal={open} />
      ) : link === null ? null : (
        <Pane title={<Trans comment="Noun: against a link of accounts">Appeal</Trans>} padded>
          <AppealFormView />
        </Pane>
      )}
      {past.length === 0 ? null : <Answers appeals={past} />}
      {standing.past.length === 0 ? null : (
        <Pane title={<Trans>Earlier links</Trans>}>
          <ul className={style['rows']}>
            {standing.past.map(({ since, ended }) => (
              <li key={ended} className={style['case']}>
                <Trans comment="An earlier link of accounts: when it began and ended">
                  <Time at={since} as="full" /> to <Time at={ended} as="full" />
                </Trans>
              </li>
            ))}
          </ul>
        </Pane>
      )}
    </div>
  );
}

function LinkFacts({ link }: { readonly link: NonNullable<LinkStanding['link']> }) {
  const { now } = useFormat();
  const counts = link.from <= now();
  return (
    <Pane title={<Trans comment="Heading: whether the account is linked">Link</Trans>} padded>
      <dl className={style['facts']} data-testid="link" data-state={counts ? 'counts' : 'announced'}>
        <dt>
          <Trans comment="Since when the account is linked">Linked since</Trans>
        </dt>
        <dd>
          <Time at={link.since} as="full" />
        </dd>
        <dt>
          <Trans comment="From when the link counts">Counts from</Trans>
        </dt>
        <dd>
          <Time at={link.from} as="full" />
        </dd>
        <dt>
          <Trans comment="Accounts linked with this one">Other accounts</Trans>
        </dt>
        <dd className="v-num" data-testid="link-accounts">
          {link.accounts}
        </dd>
        <dt>
          <Trans comment="What a link does to contracts">Contracts</Trans>
        </dt>
        <dd>
          <Trans>
            A new position counts what all linked accounts have on that side of the market: together they get the
            leverage of that sum. The ticket shows what is left for you.
          </Trans>
        </dd>
        <dt>
          <Trans comment="What a link does to withdrawals">Withdrawals</Trans>
        </dt>
        <dd>
          <Trans>All linked accounts share one daily limit, one allowance and one turn in the queue.</Trans>
        </dd>
        <dt>
          <Trans comment="What a link does to other limits of a customer: swaps, loans, margin, rewards, OTC">
            Other limits
          </Trans>
        </dt>
        <dd>
          <Trans comment="What linked accounts share besides withdrawals">
            All linked accounts count as one customer for the limits of swaps, loans, margin borrowing, rewards, staking
            and finance products, and unpaid OTC deals.
          </Trans>
        </dd>
        <dt>
          <Trans comment="What a link of accounts does to debts of one of them, to stakes and to OTC deals">
            Debts and deals
          </Trans>
        </dt>
        <dd>
          <Trans comment="What linked accounts share: loans, deposits taken back by a network, second contracts, OTC">
            An overdue loan or a debt from a reversed deposit stops withdrawals and new loans of all linked accounts.
            They share the limit of open second contracts and make no OTC deals with each other.
          </Trans>
        </dd>
        <dt>
          <Trans comment="What a link does to what is open">Already open</Trans>
        </dt>
        <dd>
          <Trans>Positions and orders that are open when the link takes effect stay as they are.</Trans>
        </dd>
      </dl>
    </Pane>
  );
}

function AppealFormView() {
  const { t } = useLingui();
  const changed = useChanged();
  const sendOnce = useSend();
  const state = useForm(appealRules, { text: '' }, async ({ text }, reset) => {
    await sendOnce('user.linkAppeal', { act: 'open', text: text.trim() });
    toast({ id: 'appeal', kind: 'done', title: t`Your appeal is sent` });
    reset();
    await changed('user.linked');
  });
  return (
    <FormBox
      state={state}
      button={<Trans comment="Button: sends an appeal against a link of accounts">Submit the appeal</Trans>}
      why={<Trans>Reviewed by two staff members, who answer here and by e-mail.</Trans>}
    >
      <TextAreaField
        label={<Trans>Why the accounts are not one person’s</Trans>}
        name="text"
        value={state.form.text}
        onChange={(text) => state.change({ text })}
        maxLength={MAX_APPEAL}
        hint={<Trans>For example: who else uses your device or address. No passwords or codes.</Trans>}
        error={state.error('text')}
      />
    </FormBox>
  );
}

function OpenAppeal({ appeal }: { readonly appeal: LinkAppeal }) {
  const changed = useChanged();
  const sendOnce = useSend();
  const withdraw = useMutation({
    mutationFn: async () => {
      await sendOnce('user.linkAppeal', { act: 'withdraw' });
      await changed('user.linked');
    },
  });
  return (
    <Pane title={<Trans>Appeal</Trans>} padded>
      <div data-testid="appeal" data-state="open" className={style['dialog']}>
        <p>
          <Trans>
            Sent <Time at={appeal.time} as="full" />. Reviewed by two staff members.
          </Trans>
        </p>
        <blockquote className={style['quote']}>{appeal.text}</blockquote>
        <Refusal error={withdraw.error} />
        <div>
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Trans comment="Button: take an appeal back">Cancel it</Trans>
          </Button>
        </div>
      </div>
    </Pane>
  );
}

function Answers({ appeals }: { readonly appeals: readonly LinkAppeal[] }) {
  return (
    <Pane title={<Trans>Earlier appeals</Trans>}>
      <ul className={style['rows']}>
        {appeals.map((one) => (
          <li key={one.id} className={style['case']} data-testid="appeal" data-state={one.state}>
            <div className="v-row v-between">
              <Tag tone={one.state === 'refused' ? 'warn' : one.state === 'granted' ? 'accent' : 'plain'}>
                {one.state === 'granted' ? (
                  <Trans comment="State of an appeal: the link was ended">Granted</Trans>
                ) : one.state === 'refused' ? (
                  <Trans comment="State of an appeal: the link stays">Rejected</Trans>
                ) : (
                  <Trans context="request" comment="State of an appeal: by the customer">
                    Cancelled
                  </Trans>
                )}
              </Tag>
              <span className="v-12 v-ink-2">
                <Time at={one.decided ?? one.time} as="full" />
              </span>
            </div>
            <blockquote className={style['quote']}>{one.text}</blockquote>
            {one.answer === null ? null : <Answer answer={one.answer} />}
          </li>
        ))}
      </ul>
    </Pane>
  );
}

function Answer({ answer }: { readonly answer: string }) {
  return (
    <p>
      <Trans comment="answer: what the staff answered to an appeal">Our answer: {answer}</Trans>
    </p>
  );
}
