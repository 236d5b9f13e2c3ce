// What the article pages share: texts that are loaded first, breadcrumbs, the state of a list.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ArticleType } from '@vitrine/contract';
import { ErrorBlock, SkeletonRows } from '@vitrine/ui';
import { Refusal } from '../../page/index.ts';
import { Go } from './go.tsx';
import style from './article.module.css';

/** Help centre, category, section. */
export function Crumbs({ way }: { readonly way: readonly ArticleType[] }) {
  const { t } = useLingui();
  return (
    <nav
      className={style['crumbs']}
      aria-label={t({ message: 'Breadcrumbs', comment: 'For screen readers: the way to this page' })}
    >
      <ol>
        <li>
          <Go to="/article/main/index">
            <Trans comment="Title of the page with help articles and announcements">Help centre</Trans>
          </Go>
        </li>
        {way.map(({ id, path, name }) => (
          <li key={id}>
            <Go to={path}>{name}</Go>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Shows data once it is here; says when a refresh failed and older data is shown. */
export function Loaded<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={6} />
    ) : (
      <ErrorBlock
        title={<Trans comment="Error in place of help articles">Couldn’t load the articles</Trans>}
        onRetry={() => void refetch()}
      >
        <Refusal error={error} />
      </ErrorBlock>
    );
  return (
    <>
      {error === null ? null : (
        <p className={style['stale']} role="status">
          <Trans comment="Above an article that could not be read again">
            Couldn’t refresh: this may have changed since.
          </Trans>
        </p>
      )}
      {children(data)}
    </>
  );
}
