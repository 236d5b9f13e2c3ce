// The data that a withdrawal is validated against: balance, address, book, card, limits, rate, fund password.
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RechargeCurrency, Security } from '@vitrine/contract';
import { useFormat } from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { chosenNetwork } from '../deposit/deposit-form.ts';
import { useSpotBalance } from '../funds-data.ts';
import type { WithdrawAction, WithdrawFacts, WithdrawForm, WithdrawProblem, WithdrawSummary } from './withdraw-form.ts';

/** Delay between the last keystroke and the check of an address, ms. */
const TYPED_MS = 300;
/** Polling interval of limits, rates and waiting times while shown, ms. */
const REREAD_MS = 15_000;

/** The value once it has not changed for some time. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

export interface Withdrawing {
  readonly facts: WithdrawFacts;
  readonly security: Security | undefined;
  /** Some data could not be loaded; nothing can be sent without it. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The data of the three steps. */
export interface WithdrawStepProps extends Withdrawing {
  readonly form: WithdrawForm;
  readonly act: (action: WithdrawAction) => void;
  /** The first problem in this step. */
  readonly problem: WithdrawProblem | undefined;
  readonly summary: WithdrawSummary | undefined;
}

export function useWithdrawFacts(form: WithdrawForm, currency: RechargeCurrency): Withdrawing {
  const { now } = useFormat();
  const { coin } = currency;
  const network = chosenNetwork(currency, form.network);
  const available = useSpotBalance(coin);
  const address = useSettled(form.address, TYPED_MS);
  const check = useQuery({
    ...queryOf('assets.address.check', { coin, network: network?.network ?? 'practice', address }, 'lazy'),
    enabled: network?.rail === 'chain' && address !== '',
  });
  const book = useQuery(queryOf('assets.address.list', {}, 'lazy'));
  const card = useQuery({ ...queryOf('userBank.getbank', {}, 'lazy'), enabled: network?.rail === 'manual' });
  const limits = useQuery({ ...queryOf('assets.limits', {}, 'lazy'), refetchInterval: REREAD_MS });
  const rates = useQuery({ ...queryOf('assets.getCoinRate', {}, 'lazy'), refetchInterval: REREAD_MS });
  const security = useQuery(queryOf('user.security', {}, 'lazy'));
  const needed = [limits, rates, security, book, ...(network?.rail === 'manual' ? [card] : [])];
  return {
    facts: {
      currency,
      network,
      available,
      check: address === form.address ? check.data : undefined,
      book: book.data,
      card: card.data,
      limits: limits.data,
      rate: rates.data && (rates.data.find((one) => one.coin === coin)?.rate ?? null),
      fundPassword: security.data?.fundPassword.set,
      now: now(),
    },
    security: security.data,
    failed: needed.some((one) => one.isError && one.data === undefined),
    retry: () => {
      for (const one of needed) if (one.isError) void one.refetch();
    },
  };
}
