// Derived states of a coin on a network. Pure.
import { readDecimal, type DeskReserve, type DeskRole, mayDesk } from '@vitrine/contract';
import { compareDecimal } from '@vitrine/ui';

type Figures = Pick<DeskReserve, 'network' | 'state' | 'hot' | 'hotLow' | 'hotLimit'>;

/** The name of a coin on a network in addresses, proposals and the audit log. */
export function railId({ network, coin }: Pick<DeskReserve, 'network' | 'coin'>): string {
  return `${network}-${coin}`;
}

/** Managed manually: there is no chain to compare with. */
export function byHand({ network }: Pick<DeskReserve, 'network'>): boolean {
  return network === 'bank';
}

/** The fill level of the hot wallet; undefined if unknown. */
export function hotState(one: Figures): 'low' | 'full' | 'good' | undefined {
  if (byHand(one) || one.state === 'unknown') return undefined;
  if (compareDecimal(one.hot, one.hotLow) < 0) return 'low';
  return compareDecimal(one.hot, one.hotLimit) > 0 ? 'full' : 'good';
}

/** Working order: halted, short, low, then the given order. */
export function inWorkingOrder(reserves: readonly DeskReserve[]): readonly DeskReserve[] {
  const rank = (one: DeskReserve): number => {
    if (one.halted !== null) return 0;
    if (one.state === 'short') return 1;
    return hotState(one) === 'low' ? 2 : 3;
  };
  return reserves.toSorted((a, b) => rank(a) - rank(b));
}

/** The actions that a staff member may take on a coin on a network now. */
export function actsOf(
  one: Pick<DeskReserve, 'network' | 'halted'>,
  roles: readonly DeskRole[],
): { readonly halt: boolean; readonly resume: boolean; readonly topUp: boolean } {
  const proposed = one.halted?.proposal?.state === 'open';
  return {
    halt: one.halted === null && mayDesk('desk.treasury.halt', roles),
    resume: one.halted !== null && !proposed && mayDesk('desk.treasury.resume', roles),
    topUp: !byHand(one) && mayDesk('desk.treasury.topUp', roles),
  };
}

/** Whether an amount is valid. */
export function amountFits(amount: string): boolean {
  const read = readDecimal(amount);
  return read !== undefined && compareDecimal(read, '0') > 0;
}

/** Parses a reorganisation depth for the practice chain; undefined if invalid. */
export function readDepth(text: string, most: number): number | undefined {
  if (!/^[1-9][0-9]{0,5}$/.test(text)) return undefined;
  const depth = Number.parseInt(text, 10);
  return depth <= most ? depth : undefined;
}
