// The treasury on one page: chains, every coin on every network, the open one with its decision, transactions,
// coverage.
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { Empty, ErrorBlock, Pane } from '@vitrine/ui';
import { queryOf, useMe } from '../../api/index.ts';
import { OldNote, useQueue } from '../../case/index.ts';
import { useTitle } from '../../page/index.ts';
import { useFaultText } from '../../words/index.ts';
import { Chains } from './chains.tsx';
import { CoverageTable } from './coverage.tsx';
import { SteppedClock } from './leap.tsx';
import { PracticeTool } from './practice.tsx';
import { Rail } from './rail.tsx';
import { Rescan } from './rescan.tsx';
import { Reserves } from './reserves.tsx';
import { inWorkingOrder, railId } from './rules.ts';
import type { TreasurySearch } from './search.ts';
import { StuckPayments } from './stuck.tsx';
import { HouseTransactions } from './transactions.tsx';
import { UnrecordedOrders } from './unrecorded.tsx';
import style from './treasury.module.css';

const path = '/treasury';

export function TreasuryPage({ search }: { readonly search: TreasurySearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const faultText = useFaultText();
  const me = useMe();
  const treasury = useQuery(queryOf('desk.treasury.get', {}, 'queue'));
  const reserves = treasury.data === undefined ? undefined : inWorkingOrder(treasury.data.reserves);
  const { case: current, ...kept } = search;
  const queue = useQueue(path, kept, reserves?.map(railId) ?? [], current);
  const open = reserves?.find((one) => railId(one) === current);
  useTitle(t`Treasury`);
  const leap = treasury.data?.leap ?? null;
  const failed = treasury.isError && treasury.data === undefined;
  const error = failed ? (
    <ErrorBlock title={<Trans>Couldn’t load the treasury</Trans>} onRetry={() => void treasury.refetch()}>
      {faultText(treasury.error)}
    </ErrorBlock>
  ) : undefined;
  return (
    <div className={style['page']}>
      <output className="v-hidden">{queue.said.words}</output>
      <h1>
        <Trans>Treasury</Trans>
      </h1>
      {treasury.data === undefined ? null : <OldNote query={treasury} />}
      {leap === null ? null : <SteppedClock leap={leap} />}
      {treasury.data === undefined || treasury.data.stuck.length === 0 ? null : (
        <StuckPayments rows={treasury.data.stuck} />
      )}
      <UnrecordedOrders />
      <Pane title={<Trans>Coins on networks</Trans>}>
        <Reserves rows={reserves} current={current} onOpen={queue.open} error={error} />
      </Pane>
      {current === undefined || reserves === undefined ? null : open === undefined ? (
        <Pane>
          <Empty title={<Trans>No such coin on a network</Trans>} />
        </Pane>
      ) : (
        <Rail key={current} one={open} onClose={() => queue.open(undefined)} />
      )}
      {failed ? null : (
        <Pane title={<Trans>Chains</Trans>}>
          <Chains rows={treasury.data?.chains} />
        </Pane>
      )}
      <HouseTransactions
        network={search.network}
        page={search.page ?? 1}
        onGo={(change) =>
          void navigate({ to: path, search: { ...(current === undefined ? {} : { case: current }), ...change } })
        }
      />
      <CoverageTable />
      {treasury.data === undefined ? null : <Rescan chains={treasury.data.chains} />}
      {me.mode === 'practice' ? <PracticeTool /> : null}
    </div>
  );
}
