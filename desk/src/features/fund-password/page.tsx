// The queue of forgotten fund passwords: who the user is, what approval does, and the decision with two approvals.
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { FUND_CASE_STATE, mayDesk, type DeskFundCase } from '@vitrine/contract';
import { Note, Segmented, Tag, ValueChange, toast } from '@vitrine/ui';
import { queryOf, refreshQueues, useMe, useSend } from '../../api/index.ts';
import {
  CaseBody,
  CaseHead,
  CaseList,
  DecisionButtons,
  Facts,
  ListedCase,
  Part,
  QueueFrame,
  Step,
  hasReason,
  useQueue,
  type QueueSearch,
} from '../../case/index.ts';
import { CaseOrigin, FrozenTag, customerCells, customerFacts, customerHeads } from '../../customer/index.ts';
import { useCommands } from '../../keys/index.ts';
import { useTitle } from '../../page/index.ts';
import { ProposalById, RefusedBy, tellProposed } from '../../proposal/index.ts';
import { fundStateWords, wordOf } from '../../words/index.ts';
import style from './fund-password.module.css';

const path = '/fund-passwords';
const pageSize = 50;

export function FundPasswordPage({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const state = FUND_CASE_STATE.find((one) => one === search.state) ?? 'open';
  const page = search.page ?? 1;
  const list = useQuery(queryOf('desk.fundCases.list', { state, current: page, size: pageSize }, 'queue'));
  const kept = { ...(state === 'open' ? {} : { state }), ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((one) => one.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const found = list.data?.records.find((one) => one.id === search.case);
  useTitle(t`Fund passwords`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans>Forgotten fund passwords</Trans>}
      choice={
        <Segmented
          label={t`State of the cases`}
          value={state}
          onChange={(to) => void navigate({ to: path, search: to === 'open' ? {} : { state: to } })}
          choices={FUND_CASE_STATE.map((one) => ({ key: one, label: wordOf(fundStateWords, one) }))}
        />
      }
      list={
        <CaseList<DeskFundCase>
          query={list}
          current={search.case}
          path={path}
          search={kept}
          heads={customerHeads(state === 'open')}
          cells={customerCells}
          empty={state === 'open' ? <Trans>No requests for a new fund password</Trans> : <Trans>No such case</Trans>}
          emptyWords={<Trans>Customers request it in their security centre.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        <ListedCase
          list={list.data}
          chosen={search.case}
          choose={<Trans>Choose a case, or press J for the first.</Trans>}
          gone={<Trans>This case is no longer in this list: it was decided or cancelled.</Trans>}
        >
          {found && <Detail one={found} />}
        </ListedCase>
      }
      decision={
        found === undefined ? null : <Decision key={found.id} one={found} onDone={() => queue.next(found.id)} />
      }
    />
  );
}

function Detail({ one }: { readonly one: DeskFundCase }) {
  return (
    <>
      <CaseHead title={<Trans comment="id: number of a case">Case {{ id: one.id }}</Trans>}>
        <CaseOrigin one={one} />
        <Tag tone={one.state === 'refused' ? 'warn' : one.state === 'passed' ? 'accent' : 'plain'}>
          {wordOf(fundStateWords, one.state)}
        </Tag>
        <FrozenTag frozen={one.customer.frozen} />
      </CaseHead>
      <CaseBody>
        <Part title={<Trans>The customer</Trans>}>
          <Facts facts={customerFacts(one.customer)} />
        </Part>
        <Part title={<Trans>What approval does</Trans>}>
          <ul className={style['list']}>
            <li>
              <Trans>For 24 h the customer can set a new fund password without the old one.</Trans>
            </li>
            <li>
              <Trans>Withdrawals are then locked for 24 h, whoever asks.</Trans>
            </li>
            <li>
              <Trans>The customer is notified at every address of theirs.</Trans>
            </li>
          </ul>
        </Part>
      </CaseBody>
    </>
  );
}

function Decision({ one, onDone }: { readonly one: DeskFundCase; readonly onDone: () => void }): ReactNode {
  const { roles } = useMe();
  if (one.proposal !== null)
    return <ProposalById id={one.proposal} onDone={(decided) => decided.state !== 'refused' && onDone()} />;
  if (one.state !== 'open') return <Decided one={one} />;
  if (!mayDesk('desk.fundCases.pass', roles))
    return (
      <Note>
        <Trans>Your roles can read this case but not decide it.</Trans>
      </Note>
    );
  return <Decide one={one} onDone={onDone} />;
}

function Decided({ one }: { readonly one: DeskFundCase }) {
  return (
    <>
      <h2 className={style['title']}>{wordOf(fundStateWords, one.state)}</h2>
      <RefusedBy person={one.refusedBy} at={null} />
    </>
  );
}

function Decide({ one, onDone }: { readonly one: DeskFundCase; readonly onDone: () => void }) {
  const [step, setStep] = useState<'pass' | 'refuse'>();
  const [reason, setReason] = useState('');
  const input = { id: one.id, reason: reason.trim() };
  const send = useSend();
  const sending = useMutation({
    mutationFn: async (how: 'pass' | 'refuse'): Promise<void> => {
      if (how === 'pass') {
        tellProposed(await send('desk.fundCases.pass', input));
        return;
      }
      await send('desk.fundCases.refuse', input);
      toast({
        id: 'decision',
        kind: 'done',
        state: 'refused fundCase',
        title: <Trans>Rejected. The customer is notified.</Trans>,
      });
    },
    onSuccess: () => {
      onDone();
      void refreshQueues();
    },
  });
  const begin = (to: 'pass' | 'refuse') => (): void => {
    sending.reset();
    setStep(to);
  };
  const idle = step === undefined;
  useCommands({ approve: idle ? begin('pass') : undefined, refuse: idle ? begin('refuse') : undefined });
  if (idle)
    return (
      <>
        <h2 className={style['title']}>
          <Trans>Decision</Trans>
        </h2>
        <DecisionButtons
          choices={[
            { key: 'a', label: <Trans>Allow a new one</Trans>, onClick: begin('pass'), main: true },
            { key: 'r', label: <Trans>Reject</Trans>, onClick: begin('refuse') },
          ]}
        />
        <p className="v-12 v-ink-2">
          <Trans>Approval requires two people. First make sure that it is the customer who asks.</Trans>
        </p>
      </>
    );
  const passing = step === 'pass';
  return (
    <Step
      title={passing ? <Trans>Propose a new fund password</Trans> : <Trans>Reject the case?</Trans>}
      reason={{
        value: reason,
        onChange: setReason,
        hint: passing ? <Trans>How you know that it is the customer.</Trans> : <Trans>For the audit log.</Trans>,
      }}
      act={passing ? <Trans>Propose it</Trans> : <Trans>Reject</Trans>}
      why={
        passing ? (
          <Trans>Another person must approve. Nothing changes for the customer until then.</Trans>
        ) : (
          <Trans>The old fund password stays. The customer can ask again.</Trans>
        )
      }
      {...(hasReason(reason) ? {} : { missing: <Trans>Not yet: a reason</Trans> })}
      busy={sending.isPending}
      error={sending.error}
      onSend={() => sending.mutate(step)}
      onLeave={() => setStep(undefined)}
    >
      {passing ? (
        <ValueChange
          rows={[
            {
              key: 'password',
              label: <Trans>Fund password</Trans>,
              now: <Trans comment="State of a password">set</Trans>,
              after: <Trans comment="State of a password: will be chosen again">to be reset</Trans>,
            },
            {
              key: 'lock',
              label: <Trans>Withdrawals</Trans>,
              now: <Trans comment="As they are before the action">as before</Trans>,
              after: <Trans>locked 24 h</Trans>,
            },
          ]}
        />
      ) : null}
    </Step>
  );
}
