// The liquidation line of an isolated position: moving it adds or removes margin.

import { Trans } from '@lingui/react/macro';
import type { InputOf } from '@vitrine/contract';
import { printDecimal } from '@vitrine/core/number';
import { NumMoney } from '@vitrine/ui';
import { type ReactNode, useRef } from 'react';
import { useOpenOrdersOf } from '../../../live/index.ts';
import { type Held, ownOf, pricesOf } from './held.ts';
import { type ContractLine, idOf } from '../lines.ts';
import { type MarginReach, marginToReach, takingBack } from '../dialogs/margin.ts';
import { type ContractKind, whole } from '../terms.ts';
import { RequiresRest } from '../words.tsx';
import type { HeldPositions } from './use-held.ts';
import { leftOf } from '../use-surroundings.ts';

const CENTS_A_TICK = 100;

export type MarginInput = InputOf<'contract.position.adjustAmount'> & { readonly id: string };

export interface LiquidationLine {
  /** The change that moves the line to `price`; undefined: none. */
  readonly describe: (line: ContractLine, price: string) => ReactNode | undefined;
  /** Why it may not move there. */
  readonly refuse: (line: ContractLine, price: string) => ReactNode | undefined;
  /** The call's input for it; undefined: it may not move there. */
  readonly inputOf: (line: ContractLine, price: string) => MarginInput | undefined;
  /** Why added margin cannot be removed in full: the position requires a part of it by now. */
  readonly keeps: (line: ContractLine, input: MarginInput) => ReactNode | undefined;
  /** Called after the change was accepted: moving back removes exactly the same amount. */
  readonly done: (line: ContractLine, input: MarginInput) => void;
}

interface Sent {
  readonly from: string;
  readonly input: MarginInput;
}

export function useLiquidation(
  contractType: ContractKind,
  { held, balanceOf, termsOf }: Pick<HeldPositions, 'held' | 'balanceOf' | 'termsOf'>,
): LiquidationLine {
  const { orders } = useOpenOrdersOf(contractType);
  const last = useRef(new Map<string, Sent>());
  const find = (line: ContractLine): Held | undefined => held.find(({ position }) => position.id === idOf(line));
  const reach = (one: Held, price: string): MarginReach | undefined => {
    const { terms, words } = one;
    const [ticks, balance] = [whole(price, terms.tickDecimals), balanceOf(terms)];
    if (ticks === undefined || balance === undefined) return undefined;
    const available = leftOf(balance, held, orders, terms.settle, termsOf);
    return marginToReach(terms, words.side, ownOf(one), pricesOf(one), available, ticks * CENTS_A_TICK);
  };
  return {
    describe: (line, price) => {
      const one = find(line);
      const found = one && reach(one, price);
      if (!one || !found || 'flaw' in found) return undefined;
      return (
        <span data-testid="margin-change" data-state={found.atoms > 0 ? 'add' : 'take'}>
          {found.atoms > 0 ? <Trans>Add margin</Trans> : <Trans>Remove margin</Trans>}{' '}
          {moneyOf(one, Math.abs(found.atoms))}
        </span>
      );
    },
    refuse: (line, price) => {
      const one = find(line);
      const found = one && reach(one, price);
      if (!one || !found || !('flaw' in found)) return undefined;
      if (found.flaw === 'same') return <Trans>Nothing changed.</Trans>;
      const most = moneyOf(one, found.most);
      return found.flaw === 'tooMuch' ? (
        <Trans>The wallet has {most} available.</Trans>
      ) : (
        <RequiresRest most={found.most} terms={one.terms} />
      );
    },
    inputOf: (line, price) => {
      const one = find(line);
      if (!one) return undefined;
      const { id } = one.position;
      const before = last.current.get(id);
      if (before?.from === price) return { ...before.input, flag: before.input.flag === 1 ? 2 : 1 };
      const found = reach(one, price);
      if (!found || 'flaw' in found) return undefined;
      const money = printDecimal(Math.abs(found.atoms), one.terms.settleScale);
      return { id, money, flag: found.atoms > 0 ? 1 : 2 };
    },
    keeps: (line, { money, flag }) => {
      const one = find(line);
      const atoms = one && whole(money, one.terms.settleScale);
      if (flag === 1 || !one || atoms === undefined) return undefined;
      const found = takingBack(one.terms, one.words.side, ownOf(one), pricesOf(one), atoms);
      return found && <RequiresRest most={found.most} terms={one.terms} />;
    },
    done: (line, input) => void last.current.set(input.id, { from: line.price, input }),
  };
}

const moneyOf = ({ terms }: Held, atoms: number): ReactNode => (
  <NumMoney value={printDecimal(atoms, terms.settleScale)} asset={terms.settle} scale={terms.settleScale} showAsset />
);
