// One user: masked facts, second factors, locks, verification, sign-ins; and the decisions to freeze and unfreeze.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { mayDesk, type DeskCustomer } from '@vitrine/contract';
import { Empty, ErrorBlock, SkeletonRows, Tag, Time } from '@vitrine/ui';
import { ApiFault, queryOf, useMe } from '../../api/index.ts';
import { CaseBody, CaseHead, Facts, Part, type Fact } from '../../case/index.ts';
import { FrozenTag, OrNone, customerFacts } from '../../customer/index.ts';
import { useTitle } from '../../page/index.ts';
import { kycStateText, lockByWords, lockWords, useFaultText, wordOf } from '../../words/index.ts';
import { CustomerDecision } from './decision.tsx';
import { SignIns } from './sign-ins.tsx';
import style from './customers.module.css';

export function CustomerPage({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const faultText = useFaultText();
  const query = useQuery(queryOf('desk.customers.get', { id }, 'look'));
  useTitle(t({ message: `Customer No. ${id}`, comment: 'Title of a page' }));
  const back = (
    <Link to="/customers" className={style['back']}>
      <IconArrowLeft className="v-i" stroke={1.75} aria-hidden="true" />
      <Trans>Customers</Trans>
    </Link>
  );
  if (query.data === undefined)
    return (
      <div className={style['page']}>
        {back}
        {query.isError ? (
          query.error instanceof ApiFault && query.error.code === 404 ? (
            <Empty title={<Trans comment="id: number of a customer">There is no customer No. {id}</Trans>}>
              <Trans>The number may be mistyped.</Trans>
            </Empty>
          ) : (
            <ErrorBlock title={<Trans>Couldn’t load the customer</Trans>} onRetry={() => void query.refetch()}>
              {faultText(query.error)}
            </ErrorBlock>
          )
        ) : (
          <SkeletonRows rows={10} />
        )}
      </div>
    );
  return (
    <div className={style['frame']}>
      <article className={style['sheet']} aria-label={t`The customer`}>
        {back}
        <Customer customer={query.data} />
      </article>
      <aside className={style['decision']} data-testid="decision" aria-label={t`Decision`}>
        <CustomerDecision customer={query.data} onChanged={() => void query.refetch()} />
      </aside>
    </div>
  );
}

function Customer({ customer }: { readonly customer: DeskCustomer }) {
  const { roles } = useMe();
  const { line } = customer;
  return (
    <>
      <CaseHead
        about={`customer-${line.id}`}
        title={<Trans comment="Number of a customer">Customer No. {{ id: line.id }}</Trans>}
      >
        <FrozenTag frozen={line.frozen} />
        <span>
          <Trans comment="Language a customer chose">Language {{ language: customer.lang }}</Trans>
        </span>
        <span>
          <Trans comment="Version of the terms a customer agreed to">Terms {{ version: customer.termsVersion }}</Trans>
        </span>
      </CaseHead>
      <CaseBody history={<Beside customer={customer} />}>
        <div className={style['two']}>
          <Part title={<Trans>Facts</Trans>}>
            <Facts facts={[...customerFacts(line), ...numbers(customer)]} />
          </Part>
          <Part title={<Trans>Security</Trans>}>
            <Facts facts={security(customer)} />
          </Part>
        </div>
        {mayDesk('desk.customers.loginLog', roles) ? (
          <Part title={<Trans>Sign-ins</Trans>}>
            <SignIns key={line.id} id={line.id} />
          </Part>
        ) : null}
      </CaseBody>
    </>
  );
}

function numbers({ coreUser, inviteCode, referrer }: DeskCustomer): readonly Fact[] {
  return [
    { key: 'core', label: <Trans>Journal number</Trans>, value: <OrNone value={coreUser} /> },
    { key: 'invite', label: <Trans>Invite code</Trans>, value: inviteCode },
    {
      key: 'referrer',
      label: <Trans>Invited by</Trans>,
      value:
        referrer === null ? (
          <OrNone value={null} />
        ) : (
          <Link to="/customers/$id" params={{ id: referrer }} className="v-link">
            <Trans comment="Number of a customer">No. {referrer}</Trans>
          </Link>
        ),
    },
  ];
}

function YesNo({ yes }: { readonly yes: boolean }) {
  return yes ? (
    <Trans comment="A credential of a customer">set</Trans>
  ) : (
    <span className="v-ink-3">
      <Trans comment="A credential of a customer">not set</Trans>
    </span>
  );
}

function security({ bound, devices, sessions, credentialChanged }: DeskCustomer): readonly Fact[] {
  return [
    { key: 'authenticator', label: <Trans>Authenticator</Trans>, value: <YesNo yes={bound.authenticator} /> },
    { key: 'passkeys', label: <Trans>Passkeys</Trans>, value: bound.passkeys },
    { key: 'fund', label: <Trans>Fund password</Trans>, value: <YesNo yes={bound.fundPassword} /> },
    { key: 'keys', label: <Trans>API keys</Trans>, value: bound.apiKeys },
    { key: 'devices', label: <Trans>Devices</Trans>, value: devices },
    { key: 'sessions', label: <Trans>Open sessions</Trans>, value: sessions },
    {
      key: 'changed',
      label: <Trans>Credential changed</Trans>,
      value: credentialChanged === null ? <OrNone value={null} /> : <Time at={credentialChanged} as="full" />,
    },
  ];
}

function Beside({ customer }: { readonly customer: DeskCustomer }) {
  const { roles } = useMe();
  return (
    <>
      <Part title={<Trans>Locks</Trans>}>
        {customer.locks.length === 0 ? (
          <p className={style['quiet']}>
            <Trans>Nothing is locked.</Trans>
          </p>
        ) : (
          <ul className={style['lines']}>
            {customer.locks.map((lock) => (
              <li key={`${lock.kind}-${lock.by}`}>
                <Tag tone="warn">{wordOf(lockWords, lock.kind)}</Tag>
                <span>{wordOf(lockByWords, lock.by)}</span>
                <span className="v-end">
                  {lock.until === null ? (
                    <Trans comment="A lock without an end">until it is unfrozen</Trans>
                  ) : (
                    <Trans comment="A lock with an end">
                      until <Time at={lock.until} as="full" />
                    </Trans>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {customer.linked.length === 0 ? null : (
        <Part title={<Trans>Linked with</Trans>}>
          <ul className={style['lines']}>
            {customer.linked.map((one) => (
              <li key={one.id}>
                <Link to="/customers/$id" params={{ id: one.id }} className="v-link">
                  <Trans comment="Number of a customer">No. {{ id: one.id }}</Trans>
                </Link>
                <span className="v-end">
                  <Trans comment="From when a link of accounts counts">
                    from <Time at={one.from} as="full" />
                  </Trans>
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={<Trans>Verification</Trans>}>
        {customer.kyc.length === 0 ? (
          <p className={style['quiet']}>
            <Trans>Nothing was sent.</Trans>
          </p>
        ) : (
          <ul className={style['lines']}>
            {customer.kyc.map((one) => (
              <li key={one.id}>
                {mayDesk('desk.kyc.list', roles) ? (
                  <Link
                    to="/verification/$stage"
                    params={{ stage: String(one.stage) }}
                    search={{ ...(one.state === 1 ? {} : { state: String(one.state) }), case: one.id }}
                    className="v-link"
                  >
                    <Trans comment="stage: 1 or 2">Stage {{ stage: one.stage }}</Trans>
                  </Link>
                ) : (
                  <Trans comment="stage: 1 or 2">Stage {{ stage: one.stage }}</Trans>
                )}
                <span>{kycStateText(one.state)}</span>
                <span className="v-end">
                  <Time at={one.sent} as="full" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {mayDesk('desk.audit.list', roles) ? (
        <Part title={<Trans>At the desk</Trans>}>
          <p className={style['quiet']}>
            <Link to="/audit" search={{ subject: `customer:${customer.line.id}` }} className="v-link">
              <Trans>What the desk did and viewed for this customer</Trans>
            </Link>
          </p>
        </Part>
      ) : null}
    </>
  );
}
