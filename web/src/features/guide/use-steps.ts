// Reads what the first steps are decided by: fills, second factors and withdrawals of the account.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/index.ts';
import { accountMemory, useGuideMemory } from '../../guide-memory/index.ts';
import { runtimeConfig } from '../../runtime/index.ts';
import { firstSteps, type Step } from './steps.ts';

/** Every withdrawal of a page may have been refused; more are not looked through. */
const WITHDRAWALS_READ = 100;
/** One fill is enough. */
const one = { x: 'all', current: 1, size: 1 } as const;
/** Each time the steps are opened: something may just have happened. */
const fresh = { refetchOnMount: 'always' } as const;

export interface StepsRead {
  readonly steps: readonly Step[];
  /** Something could not be read. */
  readonly isError: boolean;
  readonly refetch: () => void;
}

export function useSteps(userId: string): StepsRead {
  useGuideMemory();
  const spot = useQuery({ ...queryOf('entrust.get.myExchangeLog', { ...one, account: 'spot' }, 'lazy'), ...fresh });
  const u = useQuery({
    ...queryOf('entrust.get.myExchangeLog', { ...one, contractType: 'u' }, 'lazy'),
    ...fresh,
  });
  const coin = useQuery({
    ...queryOf('entrust.get.myExchangeLog', { ...one, contractType: 'coin' }, 'lazy'),
    ...fresh,
  });
  const security = useQuery({ ...queryOf('user.security', {}, 'lazy'), ...fresh });
  const sent = useQuery({
    ...queryOf('assets.getWithdrawalLog', { current: 1, size: WITHDRAWALS_READ }, 'lazy'),
    ...fresh,
  });
  const contracts = [u.data?.records.length, coin.data?.records.length];
  const reads = [spot, u, coin, security, sent];
  return {
    steps: firstSteps({
      spotFills: spot.data?.records.length,
      // One of the two kinds is enough; none is known only when both are.
      contractFills:
        contracts.find((count) => count !== undefined && count > 0) ?? (contracts.includes(undefined) ? undefined : 0),
      recalculated: accountMemory(userId).recalculated,
      security: security.data,
      withdrawals: sent.data?.records,
      practice: runtimeConfig().mode === 'practice',
    }),
    isError: reads.some((read) => read.isError && read.data === undefined),
    refetch: () => {
      for (const read of reads) if (read.isError) void read.refetch();
    },
  };
}
