// One of the two parts of an invitation: the link or the word. A new one is made each time it is shown.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import type { DeskPerson } from '@vitrine/contract';
import { Button, Dialog, Time } from '@vitrine/ui';
import { request } from '../../api/index.ts';
import { Fault } from '../../case/index.ts';
import style from './people.module.css';

export function HalfButton({ person }: { readonly person: DeskPerson }) {
  const [open, setOpen] = useState(false);
  const taking = useMutation({ mutationFn: () => request('desk.people.link', { id: person.id }) });
  const close = (): void => {
    setOpen(false);
    // The shown secret must not stay in the page.
    taking.reset();
  };
  const name = person.name;
  const { hands } = person;
  if (hands === null) return null;
  return (
    <>
      <Button size="small" data-testid={`get-${hands}`} onClick={() => setOpen(true)}>
        {hands === 'word' ? <Trans>Get the word</Trans> : <Trans>Get the link</Trans>}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        width={520}
        title={<Trans comment="name: of a person of the desk">Access for {name}</Trans>}
      >
        <div className={style['form']}>
          {taking.data === undefined ? (
            <>
              <p>
                {hands === 'word' ? (
                  <Trans>You approved: you hand over the word. The other administrator hands over the link.</Trans>
                ) : (
                  <Trans>You proposed: you hand over the link. The approver hands over the word.</Trans>
                )}{' '}
                <Trans>Showing it creates a new one; an earlier one becomes invalid.</Trans>
              </p>
              <Fault error={taking.error} />
              <div className={style['actions']}>
                <Button onClick={close} data-autofocus>
                  <Trans>Not now</Trans>
                </Button>
                <Button tone="main" busy={taking.isPending} data-testid="show-half" onClick={() => taking.mutate()}>
                  <Trans comment="Button: shows a link or a word">Show it</Trans>
                </Button>
              </div>
            </>
          ) : (
            <>
              {taking.data.path === null ? null : (
                <p className={style['half']} data-testid="link">
                  {new URL(taking.data.path, location.origin).href}
                </p>
              )}
              {taking.data.word === null ? null : (
                <p className={style['half']} data-testid="word">
                  {taking.data.word}
                </p>
              )}
              <p className="v-12 v-ink-2" data-testid="shown-once">
                <Trans>
                  For {name} only, until <Time at={taking.data.expires} as="full" />. It is not shown again.
                </Trans>
              </p>
              <div className={style['actions']}>
                <Button onClick={close} data-autofocus data-testid="close">
                  <Trans>Close</Trans>
                </Button>
              </div>
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}
