// The fields of a new API key: name, permissions in plain words, addresses, validity.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_KEY_ADDRESSES } from '@vitrine/contract';
import { CheckField, Note, SelectField, TextAreaField, TextField } from '@vitrine/ui';
import { KEY_LIVES, type KeyField, type KeyForm, type KeyLife } from './key-form.ts';
import { NAME_MOST } from '../name-form.ts';
import type { FormState } from '../use-form.ts';
import style from '../account-centre.module.css';

export function KeyFields({ state }: { readonly state: FormState<KeyForm, KeyField> }) {
  const { t } = useLingui();
  const { form, change, leave, error } = state;
  const most = MAX_KEY_ADDRESSES;
  const lives: Record<KeyLife, string> = {
    '30': t({ message: '30 days', comment: 'Range of a list' }),
    '90': t({ message: '90 days', comment: 'Range of a list' }),
    '365': t({ message: '1 year', comment: 'Range of a list' }),
    never: t({ message: 'Until it is deleted', comment: 'How long an API key counts' }),
  };
  return (
    <>
      <TextField
        label={<Trans comment="Name of an API key">Name</Trans>}
        value={form.name}
        onChange={(name) => change({ name })}
        onBlur={() => leave('name')}
        name="name"
        autoComplete="off"
        maxLength={NAME_MOST}
        className={style['narrow']}
        error={error('name')}
      />
      <Rights state={state} />
      <TextAreaField
        label={
          form.withdraw ? (
            <Trans>Addresses it may come from</Trans>
          ) : (
            <Trans>Addresses it may come from, if you know them</Trans>
          )
        }
        name="addresses"
        value={form.addresses}
        onChange={(addresses) => change({ addresses })}
        maxLength={900}
        rows={3}
        error={error('addresses')}
        hint={<Trans>One per line, at most {most}. Requests from any other address are rejected.</Trans>}
      />
      <SelectField
        label={<Trans comment="Field: how long an API key counts">Counts for</Trans>}
        value={form.life}
        options={KEY_LIVES.map((key) => ({ key, label: lives[key] }))}
        onChange={(life) => change({ life })}
        className={style['narrow']}
        error={error('life')}
      />
    </>
  );
}

function Rights({ state }: { readonly state: FormState<KeyForm, KeyField> }) {
  const { form, change } = state;
  const bad = state.error('rights');
  const rights: readonly {
    readonly key: 'read' | 'trade' | 'withdraw';
    readonly name: ReactNode;
    readonly words: ReactNode;
  }[] = [
    {
      key: 'read',
      name: (
        <Trans context="right" comment="Right of an API key">
          Read
        </Trans>
      ),
      words: <Trans>Sees balances, orders, records. Changes nothing.</Trans>,
    },
    {
      key: 'trade',
      name: <Trans comment="Right of an API key">Trade</Trans>,
      words: <Trans>Places and cancels orders, and transfers between your own wallets. Cannot withdraw.</Trans>,
    },
    {
      key: 'withdraw',
      name: <Trans comment="Right of an API key">Withdraw</Trans>,
      words: <Trans>Withdraws, only to allowed addresses in your address book, without your fund password.</Trans>,
    },
  ];
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend className={style['legend']}>
        <Trans comment="Heading: rights of an API key">What it may do</Trans>
      </legend>
      <div className={style['rights']}>
        {rights.map((right) => (
          <CheckField
            key={right.key}
            name={right.key}
            checked={form[right.key]}
            onChange={(given) => change({ [right.key]: given })}
            bad={bad !== undefined}
          >
            <span className="v-strong">{right.name}</span>
            <small>{right.words}</small>
          </CheckField>
        ))}
        {bad === undefined ? null : <span className={`v-12 ${style['bad']}`}>{bad}</span>}
        {form.withdraw ? (
          <Note tone="warn">
            <Trans>
              Anyone who has this key and one of its addresses can empty your account to the addresses in your address
              book.
            </Trans>{' '}
            <Trans>Withdrawals are locked for 24 hours.</Trans>
          </Note>
        ) : null}
      </div>
    </fieldset>
  );
}
