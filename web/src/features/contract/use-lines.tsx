// The chart lines of a contract, live, with their confirmations and calls.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { printDecimal } from '@vitrine/core/number';
import { formatAmount, formatMoney, NumMoney, useFormat } from '@vitrine/ui';
import { type ReactNode, useCallback, useMemo } from 'react';
import { ApiFault, NoAnswer, queryKey, queryOf, useSession } from '../../api/index.ts';
import { useOpenOrdersOf, useUserFeed } from '../../live/index.ts';
import type { ContractMarket } from '../../market/index.ts';
import { faultWords, settleAloud } from '../../ticket/index.ts';
import { guardSide, hitAtOnce, resultAt } from './dialogs/tpsl.ts';
import { figuresOf, type Held } from './positions/held.ts';
import { changeOf, type ContractLine, contractLines, guardOfLine, idOf, type LineWords } from './lines.ts';
import { priceText } from './positions/summary.ts';
import { whole } from './terms.ts';
import { useHeld } from './positions/use-held.ts';
import { useLiquidation } from './positions/use-liquidation.tsx';
import { MarkPrice } from './words.tsx';

/** Waiting stop orders of all the user's positions, at most. */
const GUARDS = { status: 'waiting', size: 100 } as const;

export type LineAnswer =
  | { readonly sent: true; readonly line?: ContractLine }
  | { readonly sent: false; readonly why: ReactNode };

export interface ContractLines {
  readonly lines: readonly ContractLine[];
  readonly describe: (line: ContractLine, price: string) => ReactNode;
  readonly refuse: (line: ContractLine, price: string) => ReactNode | undefined;
  readonly onDrag: (line: ContractLine, price: string | null) => Promise<LineAnswer>;
}

/** Waiting stop orders of positions; read again after each change of them. */
export function useGuards(signedIn: boolean) {
  return useQuery({ ...queryOf('contract.loss.list', GUARDS, 'lazy'), enabled: signedIn }).data?.records ?? none;
}

const none: readonly never[] = [];

/** Reads the stop orders again. */
export function useRefreshGuards(): () => void {
  const queries = useQueryClient();
  return useCallback(
    () => void queries.invalidateQueries({ queryKey: queryKey('contract.loss.list', GUARDS) }),
    [queries],
  );
}

export function useContractLines(market: ContractMarket): ContractLines {
  const { t } = useLingui();
  const { tag } = useFormat();
  const user = useUserFeed();
  const signedIn = useSession().state === 'user';
  const { rules, name } = market;
  const own = useHeld(rules.contractType);
  const { held } = own;
  const liquidation = useLiquidation(rules.contractType, own);
  const { orders } = useOpenOrdersOf(rules.contractType);
  const guards = useGuards(signedIn);
  const refreshGuards = useRefreshGuards();
  const here = useMemo(() => held.filter(({ position }) => position.symbolName === name), [held, name]);
  const { lotDecimals, settleScale } = rules;
  const size = (text: string): string => formatAmount(text, lotDecimals, { tag });
  const words: LineWords = {
    entry: ({ direction, openInterest }) => {
      const lots = size(openInterest);
      return direction === 1 ? t`Long ${lots}` : t`Short ${lots}`;
    },
    stopProfit: t`Take profit`,
    stopLoss: t`Stop loss`,
    liquidation: t`Liquidation`,
    order: ({ direction, entrustQuantity, dealtQuantity }) => {
      const lots = size(entrustQuantity ?? dealtQuantity);
      if (direction === 1) return t`Open long ${lots}`;
      if (direction === 2) return t`Open short ${lots}`;
      return direction === 3 ? t`Close long ${lots}` : t`Close short ${lots}`;
    },
    // The same value as the table: the feed sends a position only when it changes.
    profit: (position) => {
      const one = here.find((of) => of.position.id === position.id);
      if (one === undefined || one.mark === 0) return position.profit;
      return printDecimal(figuresOf(one, held, undefined).profit, one.terms.settleScale);
    },
    result: (profit, { settleCoin }) =>
      `${formatMoney(profit, settleCoin, settleScale, { tag, sign: 'always' })} ${settleCoin}`,
  };
  const lines = contractLines(
    here.map(({ position }) => position),
    orders.filter(({ symbolName }) => symbolName === name),
    words,
  );

  /** The PnL of a stop at a price, or the margin for a liquidation there; an order's price needs no further text. */
  const describe = (line: ContractLine, price: string): ReactNode => {
    if (line.kind === 'liquidation') return liquidation.describe(line, price) ?? null;
    const result = resultOf(line, price, here);
    return result === undefined ? null : (
      <NumMoney value={result.text} asset={result.coin} scale={rules.settleScale} showAsset directed />
    );
  };
  const refuse = (line: ContractLine, price: string): ReactNode | undefined => {
    if (line.kind === 'liquidation') return liquidation.refuse(line, price);
    const kind = guardOfLine(line);
    const one = here.find(({ position }) => position.id === idOf(line));
    const ticks = whole(price, rules.tickDecimals);
    if (!kind || !one || ticks === undefined || one.mark === 0) return undefined;
    const { direction } = one.position;
    if (!hitAtOnce(kind, direction, ticks, one.mark)) return undefined;
    const mark = <MarkPrice value={priceText(rules, one.mark)} terms={rules} />;
    return guardSide(kind, direction) === 'above' ? (
      <Trans>It would trigger at once: the trigger must be above {mark}.</Trans>
    ) : (
      <Trans>It would trigger at once: the trigger must be below {mark}.</Trans>
    );
  };
  const onDrag = async (line: ContractLine, price: string | null): Promise<LineAnswer> => {
    const margin = line.kind === 'liquidation' && price !== null ? liquidation.inputOf(line, price) : undefined;
    const change = changeOf(line, price, guards);
    const keeps = margin && liquidation.keeps(line, margin);
    if (keeps !== undefined) return { sent: false, why: keeps };
    if (!margin && !change) return { sent: false, why: <Trans>This line cannot be changed here.</Trans> };
    try {
      if (margin) {
        await settleAloud('contract.position.adjustAmount', margin, 'line');
        liquidation.done(line, margin);
      } else if (change?.call === 'contract.loss.sett') await settleAloud(change.call, change.input, 'line');
      else if (change) await settleAloud(change.call, change.input, 'line');
      user?.resync();
      refreshGuards();
      return { sent: true, ...(isPulled(line) && price !== null && { line: settled(line, price) }) };
    } catch (error) {
      if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
      user?.resync();
      return { sent: false, why: faultWords(error) };
    }
  };
  return { lines, describe, refuse, onDrag };
}

/** PnL of the whole position at its stop price, before the fee. */
function resultOf(
  line: ContractLine,
  price: string,
  held: readonly Held[],
): { readonly text: string; readonly coin: string } | undefined {
  const one = held.find(({ position }) => position.id === idOf(line));
  if (!guardOfLine(line) || !one) return undefined;
  const { terms, words } = one;
  const ticks = whole(price, terms.tickDecimals);
  if (ticks === undefined || ticks === 0) return undefined;
  const atoms = resultAt(
    { terms, side: words.side, lots: words.lots, cost: words.cost, leverage: words.leverage },
    ticks,
  );
  return { text: printDecimal(atoms, terms.settleScale), coin: terms.settle };
}

/** A stop dragged out of an entry line: it has no line yet. */
function isPulled(line: ContractLine): boolean {
  return guardOfLine(line) !== undefined && line.id.startsWith('entry:');
}

/** The new line of such a stop. */
function settled(line: ContractLine, price: string): ContractLine {
  return { ...line, id: `${line.kind}:${idOf(line)}`, price, removable: true };
}
