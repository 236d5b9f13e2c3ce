// The account's protection as facts, each with its state and action.
import { useState } from 'react';
import { IconSnowflake } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Security } from '@vitrine/contract';
import { Button, ErrorBlock, Note, Pane, SkeletonRows, useFormat } from '@vitrine/ui';
import { useTitle } from '../../../page/index.ts';
import { useSecurity } from '../data.ts';
import { FreezeDialog } from './freeze-dialog.tsx';
import { FundCasePanel } from './fund-case.tsx';
import { PageHead } from '../parts.tsx';
import { AgreementFacts, MoneyFacts, SignInFacts } from './security-facts.tsx';
import style from '../account-centre.module.css';

export function SecurityPage() {
  const { t } = useLingui();
  useTitle(t({ message: 'Security', comment: 'Menu entry: what protects the account' }));
  return (
    <>
      <PageHead
        name="security"
        back="account"
        title={<Trans comment="Menu entry: what protects the account">Security</Trans>}
        lead={<Trans>What protects your account, point by point.</Trans>}
      />
      <SecurityOverview />
    </>
  );
}

/** The facts without a head, for every page that shows them. */
export function SecurityOverview() {
  const { data, isError, refetch } = useSecurity();
  if (data) return <Facts security={data} />;
  return (
    <Pane>
      {isError ? (
        <ErrorBlock title={<Trans>Couldn’t load the security settings</Trans>} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Pane>
  );
}

function Facts({ security }: { readonly security: Security }) {
  const { now } = useFormat();
  return (
    <>
      {security.frozen ? (
        <Note tone="warn" icon={<IconSnowflake stroke={1.75} aria-hidden="true" />} testId="frozen">
          <Trans>
            This account is frozen: no withdrawals, no new orders, API keys can only read. You can cancel orders, repay,
            add margin and set stops. You can close positions within 1% of the index price after confirming your
            identity. Customer service lifts the freeze after review by two staff members.
          </Trans>
        </Note>
      ) : null}
      <Pane title={<Trans comment="Heading: what one signs in with">Signing in</Trans>}>
        <div className={style['rows']}>
          <SignInFacts security={security} />
        </div>
      </Pane>
      <Pane title={<Trans comment="Heading: what protects the money">Money</Trans>}>
        <div className={style['rows']}>
          <MoneyFacts security={security} now={now()} />
        </div>
        {security.fundPassword.set ? <FundCasePanel security={security} /> : null}
      </Pane>
      <Pane title={<Trans comment="Heading: the exchange and you">Between you and us</Trans>}>
        <div className={style['rows']}>
          <AgreementFacts security={security} />
        </div>
      </Pane>
      <FreezePane security={security} />
    </>
  );
}

function FreezePane({ security }: { readonly security: Security }) {
  const [asking, setAsking] = useState(false);
  return (
    <Pane title={<Trans comment="Heading: freezing the account in one step">In an emergency</Trans>} padded>
      <div className="v-row v-between v-wrap">
        <p className="v-ink-2" style={{ maxWidth: '60ch' }}>
          <Trans>
            Someone else has access to your account? Freeze it: withdrawals and orders stop at once, by hand and by API
            key.
          </Trans>
        </p>
        <Button disabled={security.frozen} data-testid="freeze" onClick={() => setAsking(true)}>
          <IconSnowflake className="v-i" stroke={1.75} aria-hidden="true" />
          {security.frozen ? (
            <Trans comment="State of the account">Frozen</Trans>
          ) : (
            <Trans comment="Button: opens the question whether to freeze the account">Freeze the account</Trans>
          )}
        </Button>
      </div>
      <FreezeDialog open={asking} onClose={() => setAsking(false)} />
    </Pane>
  );
}
