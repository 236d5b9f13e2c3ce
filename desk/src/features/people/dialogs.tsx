// Proposals of an administrator about staff: invite, change roles, new set-up. Suspending takes effect immediately.
import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { DESK_ROLES, MAX_DESK_REASON, type DeskPerson, type DeskRole } from '@vitrine/contract';
import { Button, CheckField, Dialog, TextAreaField, TextField, ValueChange, WhyLine, toast } from '@vitrine/ui';
import { refreshQueues, useSend } from '../../api/index.ts';
import { Fault } from '../../case/index.ts';
import { tellProposed } from '../../proposal/index.ts';
import { roleTasks, roleWords, rolesText, wordOf } from '../../words/index.ts';
import { emptyPerson, personFault, withRole, type PersonFault, type PersonForm } from './form.ts';
import style from './people.module.css';

export type Asked =
  | { readonly what: 'invite' }
  | { readonly what: 'roles' | 'reset' | 'stop'; readonly person: DeskPerson };

export function PersonDialog({ asked, onClose }: { readonly asked: Asked | undefined; readonly onClose: () => void }) {
  return (
    <Dialog
      open={asked !== undefined}
      onClose={onClose}
      width={520}
      title={asked === undefined ? null : <Title asked={asked} />}
    >
      {asked === undefined ? null : (
        <Form key={`${asked.what}${personOf(asked)?.id ?? ''}`} asked={asked} onClose={onClose} />
      )}
    </Dialog>
  );
}

function personOf(asked: Asked): DeskPerson | undefined {
  return asked.what === 'invite' ? undefined : asked.person;
}

function Title({ asked }: { readonly asked: Asked }): ReactNode {
  const name = personOf(asked)?.name ?? '';
  switch (asked.what) {
    case 'invite':
      return <Trans>Propose to invite a person</Trans>;
    case 'roles':
      return <Trans comment="name: of a person of the desk">Propose other roles for {name}</Trans>;
    case 'reset':
      return <Trans comment="name: of a person of the desk">Propose to reset {name}</Trans>;
    case 'stop':
      return <Trans comment="name: of a person of the desk">Disable {name} now?</Trans>;
  }
}

function Form({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const present = personOf(asked);
  const [form, setForm] = useState<PersonForm>({ ...emptyPerson, roles: present?.roles ?? [] });
  const withRoles = asked.what === 'invite' || asked.what === 'roles';
  const fault = withRoles ? personFault(form, present) : form.reason.trim() === '' ? 'reason' : undefined;
  const send = useSend();
  const sending = useMutation({
    mutationFn: () => sendAsked(send, asked, form),
    onSuccess: () => {
      onClose();
      void refreshQueues();
    },
  });
  const ready = fault === undefined && !sending.isPending;
  return (
    <form
      className={style['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) sending.mutate();
      }}
    >
      {asked.what === 'invite' ? (
        <TextField
          label={<Trans>Name, as others at the desk see it</Trans>}
          name="name"
          value={form.name}
          maxLength={40}
          autoComplete="off"
          onChange={(name) => setForm({ ...form, name })}
          required
        />
      ) : null}
      {withRoles ? <Roles roles={form.roles} onChange={(roles) => setForm({ ...form, roles })} /> : null}
      {asked.what === 'roles' && present ? (
        <ValueChange
          rows={[
            {
              key: 'roles',
              label: <Trans>Roles</Trans>,
              now: rolesText(present.roles),
              after: form.roles.length === 0 ? '–' : rolesText(form.roles),
            },
          ]}
        />
      ) : null}
      {asked.what === 'reset' ? (
        <p className="v-13 v-ink-2">
          <Trans>
            Password and authenticator stop working. You get a link, the approver gets a word; both are needed.
          </Trans>
        </p>
      ) : null}
      {asked.what === 'stop' ? (
        <p className="v-13 v-ink-2">
          <Trans>All sessions end at once and no new one can start. Two people can set up the account again.</Trans>
        </p>
      ) : null}
      <TextAreaField
        label={<Trans>Reason</Trans>}
        name="reason"
        value={form.reason}
        maxLength={MAX_DESK_REASON}
        rows={2}
        onChange={(reason) => setForm({ ...form, reason })}
        required
      />
      <Fault error={sending.error} />
      <div>
        <div className={style['actions']}>
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button type="submit" tone="main" busy={sending.isPending} aria-disabled={!ready}>
            {asked.what === 'stop' ? (
              <Trans comment="Button: stops a person of the desk">Disable now</Trans>
            ) : (
              <Trans>Propose it</Trans>
            )}
          </Button>
        </div>
        <WhyLine need={fault !== undefined}>
          {fault === undefined ? (
            asked.what === 'stop' ? (
              <Trans>At once, by you alone.</Trans>
            ) : (
              <Trans>Another administrator must approve.</Trans>
            )
          ) : (
            <FaultWords fault={fault} />
          )}
        </WhyLine>
      </div>
    </form>
  );
}

async function sendAsked(send: ReturnType<typeof useSend>, asked: Asked, form: PersonForm): Promise<void> {
  const reason = form.reason.trim();
  const roles = [...form.roles];
  switch (asked.what) {
    case 'invite':
      tellProposed(await send('desk.people.invite', { name: form.name.trim(), roles, reason }));
      return;
    case 'roles':
      tellProposed(await send('desk.people.roles', { id: asked.person.id, roles, reason }));
      return;
    case 'reset':
      tellProposed(await send('desk.people.reset', { id: asked.person.id, reason }));
      return;
    case 'stop': {
      await send('desk.people.stop', { id: asked.person.id, reason });
      const name = asked.person.name;
      toast({
        id: 'decision',
        kind: 'done',
        state: 'stopped',
        title: <Trans comment="name: of a person of the desk">{name} is disabled</Trans>,
      });
    }
  }
}

function Roles({
  roles,
  onChange,
}: {
  readonly roles: readonly DeskRole[];
  readonly onChange: (roles: readonly DeskRole[]) => void;
}) {
  return (
    <fieldset className={style['roles']}>
      <legend>
        <Trans>Roles</Trans>
      </legend>
      {DESK_ROLES.map((role) => (
        <CheckField
          key={role}
          name={role}
          checked={roles.includes(role)}
          onChange={(on) => onChange(withRole(roles, role, on))}
        >
          <span className="v-strong">{wordOf(roleWords, role)}</span>{' '}
          <span className="v-ink-3">{wordOf(roleTasks, role)}</span>
        </CheckField>
      ))}
    </fieldset>
  );
}

function FaultWords({ fault }: { readonly fault: PersonFault }): ReactNode {
  switch (fault) {
    case 'name':
      return <Trans>Not yet: a name of 2 to 40 characters</Trans>;
    case 'roles':
      return <Trans>Not yet: at least one role</Trans>;
    case 'auditor':
      return <Trans>Not yet: an auditor has no other role</Trans>;
    case 'same':
      return <Trans>Not yet: these are already the roles</Trans>;
    case 'reason':
      return <Trans>Not yet: a reason</Trans>;
  }
}
