// Finds a user by an exact number, e-mail, phone, user name or invite code. The typed text stays out of the address.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { CUSTOMER_SEARCH, type CustomerLine } from '@vitrine/contract';
import { Button, Empty, ErrorBlock, Pane, SelectField, Table, TextField, Time, type Column } from '@vitrine/ui';
import { request } from '../../api/index.ts';
import { FrozenTag, OrNone, StageWords } from '../../customer/index.ts';
import { useCommands } from '../../keys/index.ts';
import { useTitle } from '../../page/index.ts';
import { searchWords, useFaultText, wordOf } from '../../words/index.ts';
import { guessBy, searchFault, searchText, type SearchBy, type SearchFault } from './search.ts';
import style from './customers.module.css';

const columns: readonly Column<CustomerLine>[] = [
  {
    key: 'id',
    head: <Trans>Number</Trans>,
    phone: 'keep',
    cell: (row) => (
      <Link to="/customers/$id" params={{ id: row.id }} className="v-link">
        {row.id}
      </Link>
    ),
  },
  { key: 'name', head: <Trans>User name</Trans>, phone: 'keep', cell: (row) => <OrNone value={row.loginName} /> },
  { key: 'email', head: <Trans>E-mail</Trans>, cell: (row) => <OrNone value={row.email} /> },
  { key: 'phone', head: <Trans>Phone</Trans>, cell: (row) => <OrNone value={row.phone} /> },
  { key: 'stage', head: <Trans>Verification</Trans>, cell: (row) => <StageWords stage={row.kycStage} /> },
  { key: 'created', head: <Trans>Registered</Trans>, cell: (row) => <Time at={row.created} as="full" /> },
  {
    key: 'frozen',
    head: <Trans comment="Column head: frozen or free">Account</Trans>,
    phone: 'keep',
    cell: (row) => (row.frozen ? <FrozenTag frozen /> : <Trans comment="An account that is not frozen">free</Trans>),
  },
];

export function CustomerSearchPage() {
  const { t } = useLingui();
  const faultText = useFaultText();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<SearchBy>();
  const [tried, setTried] = useState(false);
  const by = chosen ?? guessBy(text);
  const fault = searchFault(by, text);
  const search = useMutation({
    mutationFn: () => request('desk.customers.search', { by, text: searchText(by, text) }),
  });
  const words: Record<SearchFault, string> = {
    empty: t`Type what to look for`,
    number: t`Use digits only`,
    email: t`A whole e-mail address: the search is exact`,
    phone: t`With its country code: +44 123 456 789`,
  };
  useTitle(t`Customers`);
  useCommands({
    search: () => document.querySelector<HTMLInputElement>('input[name="customer"]')?.focus(),
  });
  return (
    <div className={style['page']}>
      <h1>
        <Trans>Customers</Trans>
      </h1>
      <Pane padded>
        <search>
          <form
            className={style['search']}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              setTried(true);
              if (fault === undefined && !search.isPending) search.mutate();
            }}
          >
            <SelectField
              label={<Trans>Look by</Trans>}
              value={by}
              options={CUSTOMER_SEARCH.map((key) => ({ key, label: wordOf(searchWords, key) }))}
              onChange={setChosen}
            />
            <TextField
              label={<Trans>Exactly as the customer gave it</Trans>}
              name="customer"
              autoComplete="off"
              value={text}
              maxLength={254}
              onChange={(value) => {
                setText(value);
                setTried(false);
                if (value === '') setChosen(undefined);
              }}
              error={tried && fault !== undefined ? words[fault] : undefined}
              hint={<Trans>The search is logged without its words; each customer opened is logged.</Trans>}
            />
            <Button type="submit" tone="main" busy={search.isPending}>
              <Trans comment="Button">Search</Trans>
            </Button>
          </form>
        </search>
      </Pane>
      {search.isError ? (
        <Pane>
          <ErrorBlock title={<Trans>The search failed</Trans>} onRetry={() => search.mutate()}>
            {faultText(search.error)}
          </ErrorBlock>
        </Pane>
      ) : search.data === undefined && !search.isPending ? null : (
        <Pane>
          <div aria-live="polite">
            <Table
              label={t`Customers found`}
              columns={columns}
              rows={search.data?.records}
              rowKey={(row) => row.id}
              dense
              skeletonRows={2}
              empty={
                <Empty title={<Trans>No customer has exactly this</Trans>}>
                  <Trans>Check it with the customer. The search does not match parts of an address, on purpose.</Trans>
                </Empty>
              }
            />
          </div>
        </Pane>
      )}
    </div>
  );
}
