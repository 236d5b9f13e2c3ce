// API keys: a list with their permissions, creation with the secret shown once, deletion.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconKey } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AnswerOf, ApiKeyRecord } from '@vitrine/contract';
import { Button, Dialog, Empty, ErrorBlock, Pane, SkeletonRows, Tag, Time, toast, useFormat } from '@vitrine/ui';
import { queryOf, useSend } from '../../../api/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged } from '../data.ts';
import { KeyFields } from './key-fields.tsx';
import { keyInput, keyRules, firstKey, summariseKey } from './key-form.ts';
import { NewKey, SigningHelp } from './new-key.tsx';
import { FactRow, FormBox, OwnWord, PageHead } from '../parts.tsx';
import { useForm } from '../use-form.ts';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function KeyPage() {
  const { t } = useLingui();
  const [made, setMade] = useState<AnswerOf<'member.api'>>();
  const [making, setMaking] = useState(false);
  useTitle(t`API keys`);
  return (
    <>
      <PageHead
        name="api"
        back="account"
        title={<Trans>API keys</Trans>}
        lead={<Trans>For your own programs. Every request is signed; the secret itself is never sent.</Trans>}
      />
      <div className={style['long']}>
        <div className={style['stack']}>
          {made ? (
            <NewKey made={made} onKept={() => setMade(undefined)} />
          ) : making ? (
            <MakeKey
              onMade={(answer) => {
                setMade(answer);
                setMaking(false);
              }}
            />
          ) : null}
          <KeyList onMake={making || made !== undefined ? undefined : () => setMaking(true)} />
        </div>
        <SigningHelp />
      </div>
    </>
  );
}

function MakeKey({ onMade }: { readonly onMade: (made: AnswerOf<'member.api'>) => void }) {
  const { now } = useFormat();
  const { t } = useLingui();
  const changed = useChanged();
  const sendOnce = useSend();
  const state = useForm(keyRules, firstKey, async (form) => {
    const made = await sendOnce('member.api', keyInput(form, now()));
    if (made) onMade(made);
    else
      toast({
        id: 'key',
        kind: 'warn',
        title: t`The secret of the new key was lost with the response`,
        text: t`Delete the key and create another.`,
      });
    await changed('member.apis');
  });
  const { expires } = summariseKey(state.form, now());
  return (
    <Pane title={<Trans>Create an API key</Trans>} padded>
      <FormBox
        state={state}
        button={<Trans comment="Button: make an API key">Create the key</Trans>}
        why={
          expires === undefined ? (
            <Trans>Valid until you delete it. Its secret is shown once.</Trans>
          ) : (
            <Trans>
              Valid until <Time at={expires} as="full" />. Its secret is shown once.
            </Trans>
          )
        }
      >
        <KeyFields state={state} />
      </FormBox>
    </Pane>
  );
}

/** Short names of a key's permissions. */
function RightTags({ rights }: { readonly rights: ApiKeyRecord['rights'] }) {
  return (
    <>
      {rights.includes('r') ? (
        <Tag>
          <Trans comment="Right of an API key">read</Trans>
        </Tag>
      ) : null}
      {rights.includes('t') ? (
        <Tag>
          <Trans comment="Right of an API key">trade</Trans>
        </Tag>
      ) : null}
      {rights.includes('w') ? (
        <Tag tone="warn">
          <Trans comment="Right of an API key">withdraw</Trans>
        </Tag>
      ) : null}
    </>
  );
}

function KeyList({ onMake }: { readonly onMake: (() => void) | undefined }) {
  const { t } = useLingui();
  const { now } = useFormat();
  const keys = useQuery(queryOf('member.apis', {}, 'lazy'));
  const [going, setGoing] = useState<ApiKeyRecord>();
  const make =
    onMake === undefined ? undefined : (
      <Button size="small" tone="main" data-testid="make-key" onClick={onMake}>
        <Trans>Create an API key</Trans>
      </Button>
    );
  return (
    <Pane title={<Trans>Your API keys</Trans>} aside={keys.data && keys.data.length > 0 ? make : undefined}>
      {keys.data === undefined ? (
        keys.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load your API keys</Trans>} onRetry={() => void keys.refetch()} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : keys.data.length === 0 ? (
        <Empty title={<Trans>No API key yet</Trans>} action={make}>
          <Trans>Your API keys appear here, without their secrets.</Trans>
        </Empty>
      ) : (
        <div className={style['rows']}>
          {keys.data.map((key) => {
            const over = key.expires !== null && key.expires <= now();
            const { name } = key;
            return (
              <FactRow
                key={key.id}
                icon={<IconKey stroke={1.75} aria-hidden="true" />}
                testId="key"
                state={over ? 'warn' : 'on'}
                title={
                  <span className="v-row v-wrap">
                    <span>{name}</span>
                    <RightTags rights={key.rights} />
                  </span>
                }
                action={
                  <Button
                    size="small"
                    aria-label={t({ message: `Delete the key ${name}`, comment: 'name: of an API key' })}
                    data-testid="delete"
                    onClick={() => setGoing(key)}
                  >
                    <Trans comment="Button: delete an API key">Delete</Trans>
                  </Button>
                }
              >
                <span className={style['code']}>{key.key}</span>
                <br />
                {key.ips.length === 0 ? (
                  <Trans comment="API key: from which addresses">from any address</Trans>
                ) : (
                  <Plural value={{ addresses: key.ips.length }} one="from # address" other="from # addresses" />
                )}
                {' · '}
                {key.expires === null ? (
                  <Trans comment="API key: how long it counts">until deleted</Trans>
                ) : over ? (
                  <Trans comment="API key: its time is over">
                    expired <Time at={key.expires} as="full" />
                  </Trans>
                ) : (
                  <Trans comment="API key: how long it counts">
                    until <Time at={key.expires} as="full" />
                  </Trans>
                )}
                {' · '}
                {key.lastUsed === null ? (
                  <Trans comment="API key">never used</Trans>
                ) : (
                  <Trans comment="API key">
                    last used <Time at={key.lastUsed} as="full" />
                  </Trans>
                )}
              </FactRow>
            );
          })}
        </div>
      )}
      <DeleteKey apiKey={going} onClose={() => setGoing(undefined)} />
    </Pane>
  );
}

function DeleteKey({ apiKey, onClose }: { readonly apiKey: ApiKeyRecord | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const [last, setLast] = useState(apiKey);
  if (apiKey !== undefined && apiKey !== last) setLast(apiKey);
  const name = last?.name ?? '';
  const sendOnce = useSend();
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await sendOnce('member.api.del', { id });
      await changed('member.apis');
    },
    onSuccess: () => {
      toast({ id: 'key', kind: 'done', title: t`The API key is deleted` });
      onClose();
    },
  });
  return (
    <Dialog
      open={apiKey !== undefined}
      onClose={onClose}
      title={<Trans comment="name: of an API key">Delete the key “{name}”?</Trans>}
      safe={<Trans comment="Button: do not remove">Keep it</Trans>}
      act={{
        label: <Trans comment="Button: delete an API key">Delete</Trans>,
        onClick: () => {
          if (last) remove.mutate(last.id);
        },
        busy: remove.isPending,
      }}
    >
      <div className={style['dialog']}>
        <p>
          <Trans>Programs that use it are rejected at once. Their open orders stay.</Trans>
        </p>
        <OwnWord />
        <Refusal error={remove.error} />
      </div>
    </Dialog>
  );
}
