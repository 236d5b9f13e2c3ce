// Whether an article helped: one vote an account, which can be changed.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import type { Article } from '@vitrine/contract';
import { Button } from '@vitrine/ui';
import { useSend, useSession } from '../../api/index.ts';
import { Refusal } from '../../page/index.ts';
import { Go } from './go.tsx';
import style from './article.module.css';

export function Helpful({ article }: { readonly article: Article }) {
  const session = useSession();
  const send = useSend();
  const [given, setGiven] = useState<boolean>();
  const voting = useMutation({
    mutationFn: (helpful: boolean) => send('article.helpful', { id: article.id, helpful }),
    onSuccess: (_, helpful) => setGiven(helpful),
  });
  const counts = voting.data ?? article;
  const all = counts.helpful + counts.unhelpful;
  return (
    <section className={style['helpful']} aria-labelledby="helpful" data-testid="helpful">
      <h2 id="helpful">
        <Trans comment="Below a help article">Was this helpful?</Trans>
      </h2>
      {session.state === 'user' ? (
        <div className={style['votes']}>
          {[true, false].map((helpful) => (
            <Button
              key={String(helpful)}
              size="small"
              aria-pressed={given === helpful}
              aria-disabled={voting.isPending}
              onClick={() => {
                if (!voting.isPending) voting.mutate(helpful);
              }}
            >
              {helpful ? (
                <Trans comment="Answer to: Was this helpful?">Yes</Trans>
              ) : (
                <Trans comment="Answer to: Was this helpful?">No</Trans>
              )}
            </Button>
          ))}
        </div>
      ) : (
        <Go to="/user/login" className="v-link">
          <Trans comment="Beside “Was this helpful?”">Log in to answer</Trans>
        </Go>
      )}
      <p className="v-12 v-ink-3" role="status">
        {all === 0 ? (
          <Trans comment="Nobody said whether an article helped">No answers yet</Trans>
        ) : (
          <Trans comment="helpful: how many readers said yes; all: how many answered">
            Readers who said yes: {{ helpful: counts.helpful }} of {all}
          </Trans>
        )}
      </p>
      {voting.error === null ? null : <Refusal error={voting.error} />}
    </section>
  );
}
