// Staff of the desk: roles, state and who decided on them; and practice mode's automatic reviewer.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { mayDesk, type DeskPerson } from '@vitrine/contract';
import { Button, CheckField, Empty, ErrorBlock, Pane, Table, Tag, Time, type Column } from '@vitrine/ui';
import { enterSession, queryOf, refreshQueues, useMe, useSend } from '../../api/index.ts';
import { Fault } from '../../case/index.ts';
import { useTitle } from '../../page/index.ts';
import { personStateWords, rolesText, useFaultText, wordOf } from '../../words/index.ts';
import { PersonDialog, type Asked } from './dialogs.tsx';
import { actionsOn } from './form.ts';
import { HalfButton } from './half.tsx';
import { PeopleHistory } from './history.tsx';
import style from './people.module.css';

export function PeoplePage() {
  const { t } = useLingui();
  const me = useMe();
  const faultText = useFaultText();
  const [asked, setAsked] = useState<Asked>();
  const people = useQuery(queryOf('desk.people.list', {}, 'queue'));
  const may = mayDesk('desk.people.invite', me.roles);
  useTitle(t`People`);
  const columns = columnsFor(me.person.id, may, setAsked, t`Actions`);
  return (
    <div className={style['page']}>
      <div className="v-row v-between">
        <h1>
          <Trans>Desk staff</Trans>
        </h1>
        {may ? (
          <Button tone="main" data-testid="invite" onClick={() => setAsked({ what: 'invite' })}>
            <Trans>Invite a person</Trans>
          </Button>
        ) : null}
      </div>
      <Pane>
        <Table
          label={t`Desk staff`}
          columns={columns}
          rows={people.data?.records}
          rowKey={(row) => row.id}
          dense
          empty={<Empty title={<Trans>No people yet</Trans>} />}
          error={
            people.isError && people.data === undefined ? (
              <ErrorBlock title={<Trans>Couldn’t load the list</Trans>} onRetry={() => void people.refetch()}>
                {faultText(people.error)}
              </ErrorBlock>
            ) : undefined
          }
        />
      </Pane>
      <PeopleHistory />
      {me.reviewer !== null ? <Reviewer may={mayDesk('desk.reviewer.set', me.roles)} /> : null}
      {me.practiceTraders !== null ? <PracticeTraders may={mayDesk('desk.practiceTraders.set', me.roles)} /> : null}
      <PersonDialog asked={asked} onClose={() => setAsked(undefined)} />
    </div>
  );
}

function columnsFor(
  myId: string,
  may: boolean,
  ask: (asked: Asked) => void,
  actions: string,
): readonly Column<DeskPerson>[] {
  return [
    {
      key: 'name',
      head: <Trans>Name</Trans>,
      phone: 'keep',
      cell: (row) => (
        <>
          <span className="v-strong">{row.name}</span>{' '}
          {row.id === myId ? (
            <span className="v-11 v-ink-3">
              <Trans comment="Behind one's own name">you</Trans>
            </span>
          ) : null}
        </>
      ),
    },
    { key: 'roles', head: <Trans>Roles</Trans>, cell: (row) => rolesText(row.roles) },
    {
      key: 'state',
      head: <Trans>State</Trans>,
      cell: (row) => (
        <Tag
          tone={
            row.state === 'stopped'
              ? 'warn'
              : row.state === 'automatic'
                ? 'pencil'
                : row.state === 'invited'
                  ? 'accent'
                  : 'plain'
          }
        >
          {wordOf(personStateWords, row.state)}
        </Tag>
      ),
    },
    {
      key: 'seen',
      head: <Trans>Last sign-in</Trans>,
      cell: (row) => <Time at={row.lastSignIn} as="full" />,
    },
    {
      key: 'actions',
      head: '',
      label: actions,
      right: true,
      cell: (row) => <Actions person={row} myId={myId} may={may} ask={ask} />,
    },
  ];
}

function Actions({
  person,
  myId,
  may,
  ask,
}: {
  readonly person: DeskPerson;
  readonly myId: string;
  readonly may: boolean;
  readonly ask: (asked: Asked) => void;
}) {
  const { t } = useLingui();
  const actions = actionsOn(person, myId, may);
  const name = person.name;
  return (
    <span className={style['rowActions']}>
      {person.proposal === null ? null : (
        <Link to="/proposals" search={{ case: person.proposal }} className="v-link">
          <Trans>A proposal is waiting</Trans>
        </Link>
      )}
      {may ? <HalfButton person={person} /> : null}
      {actions.roles ? (
        <Button
          size="small"
          onClick={() => ask({ what: 'roles', person })}
          aria-label={t({ message: `Roles of ${name}`, comment: 'name: of a person of the desk' })}
        >
          <Trans>Roles</Trans>
        </Button>
      ) : null}
      {actions.reset ? (
        <Button
          size="small"
          onClick={() => ask({ what: 'reset', person })}
          aria-label={t({ message: `Reset access: ${name}`, comment: 'name: of a person of the desk' })}
        >
          <Trans comment="Button: a person lost password or authenticator">Reset access</Trans>
        </Button>
      ) : null}
      {actions.stop ? (
        <Button
          size="small"
          data-testid="stop"
          onClick={() => ask({ what: 'stop', person })}
          aria-label={t({ message: `Disable ${name}`, comment: 'name: of a person of the desk' })}
        >
          <Trans comment="Button: stops a person of the desk">Disable</Trans>
        </Button>
      ) : null}
    </span>
  );
}

function PracticeTag() {
  return (
    <Tag tone="pencil">
      <Trans>Practice</Trans>
    </Tag>
  );
}

/**
 * Practice mode only: a labelled automatic reviewer gives the second approval, so that one staff member can try
 * everything.
 */
function Reviewer({ may }: { readonly may: boolean }) {
  const me = useMe();
  const send = useSend();
  const setting = useMutation({
    mutationFn: (on: boolean) => send('desk.reviewer.set', { on }),
    onSuccess: (_, on) => {
      if (me.reviewer !== null) enterSession({ ...me, reviewer: { ...me.reviewer, on } });
      void refreshQueues();
    },
  });
  const name = me.reviewer?.name ?? '';
  return (
    <Pane title={<Trans>Automatic reviewer</Trans>} aside={<PracticeTag />} padded>
      <div className={style['form']}>
        <CheckField
          name="automatic-reviewer"
          checked={setting.isPending ? setting.variables : (me.reviewer?.on ?? false)}
          disabled={!may || setting.isPending}
          onChange={(on) => setting.mutate(on)}
        >
          <Trans comment="name: of the automatic reviewer">{name} approves proposals as the second approver</Trans>
        </CheckField>
        <p className="v-12 v-ink-2">
          <Trans>
            So that one person can try everything. It also approves withdrawals that require only one person. A live
            exchange has no automatic reviewer and rejects one.
          </Trans>
        </p>
        <Fault error={setting.error} />
      </div>
    </Pane>
  );
}

/** Practice mode only: simulated customers, so that its markets trade. Off, they cancel and close everything at once. */
function PracticeTraders({ may }: { readonly may: boolean }) {
  const me = useMe();
  const send = useSend();
  const setting = useMutation({
    mutationFn: (on: boolean) => send('desk.practiceTraders.set', { on }),
    onSuccess: (_, on) => enterSession({ ...me, practiceTraders: { on } }),
  });
  return (
    <Pane
      title={<Trans comment="Heading of the pane that switches simulated customers on and off">Practice traders</Trans>}
      aside={<PracticeTag />}
      padded
    >
      <div className={style['form']}>
        <CheckField
          name="practice-traders"
          checked={setting.isPending ? setting.variables : (me.practiceTraders?.on ?? false)}
          disabled={!may || setting.isPending}
          onChange={(on) => setting.mutate(on)}
        >
          <Trans comment="Switch of practice mode">Simulated customers trade with play money</Trans>
        </CheckField>
        <p className="v-12 v-ink-2">
          <Trans comment="Below the switch of practice traders">
            So that books, trades and charts move. Switched off, they cancel their orders and close their positions at
            once. A live exchange has none.
          </Trans>
        </p>
        <Fault error={setting.error} />
      </div>
    </Pane>
  );
}
