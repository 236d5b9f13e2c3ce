// The public page of the terms of service; a signed-in user also sees which version they accepted, and when.
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { Tag, Time } from '@vitrine/ui';
import { queryOf, useSession } from '../api/index.ts';
import { useTitle } from '../page/index.ts';
import { TermsText } from './terms-text.tsx';
import { TERMS_VERSION } from './version.ts';
import style from './legal.module.css';

export function TermsPage() {
  const { t } = useLingui();
  useTitle(t`Terms of service`);
  const version = TERMS_VERSION;
  return (
    <article className={style['page']}>
      <h1>
        <Trans>Terms of service</Trans>
      </h1>
      <p className={style['version']}>
        <Trans comment="version: date of the terms, such as 2026-11-01">Version {version}</Trans>
        <Accepted />
      </p>
      <TermsText level={2} />
    </article>
  );
}

/** The version that the signed-in user accepted. */
function Accepted() {
  const { user } = useSession();
  const security = useQuery({ ...queryOf('user.security', {}, 'lazy'), enabled: user !== undefined });
  if (!user) return null;
  const accepted = user.terms;
  const at = security.data?.terms.accepted === accepted ? security.data.terms.time : undefined;
  return (
    <>
      {' '}
      <Tag tone={accepted === TERMS_VERSION ? 'accent' : 'warn'}>
        {accepted === TERMS_VERSION ? (
          at === undefined ? (
            <Trans>You agreed to this version</Trans>
          ) : (
            <Trans comment="The time is a day and a minute">
              You agreed to this version on <Time at={at} as="full" />
            </Trans>
          )
        ) : (
          <Trans comment="accepted: date of an older version of the terms">You agreed to the version {accepted}</Trans>
        )}
      </Tag>
    </>
  );
}
