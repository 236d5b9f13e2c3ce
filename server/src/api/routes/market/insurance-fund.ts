// Public data of the insurance fund: its balance, what it took over and unwound, and its used limits.

import type { InsuranceFund } from '@vitrine/contract';
import { averagePrice } from '@vitrine/core';
import { POSITION_SIDE } from '@vitrine/core/enum';
import type { HandlersOf } from '../../call/index.ts';
import type { Contract, FundSlice } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { decimalText, instrumentName } from '../../wire/index.ts';
import { isInverse } from '../wallet/coin-list.ts';
import type { RouteParts } from '../parts.ts';

/** Slices that are shown. */
const SLICES = 20;
/** Decimals of an index or an average below the tick. */
const CENT_DECIMALS = 2;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** The handler of the fund's figures. */
export function insuranceFund({
  live,
  reads,
}: Pick<RouteParts, 'live' | 'reads'>): HandlersOf<'open.getInsuranceFund'> {
  return {
    async 'open.getInsuranceFund'() {
      const slices = await reads.fundSlices(SLICES);
      const { time } = live.head();
      return {
        time,
        coins: live.insuranceFunds().flatMap(({ asset, atoms }) => {
          const of = live.asset(asset);
          return of ? [{ coin: of.code, balance: decimalText(atoms, of.scale) }] : [];
        }),
        markets: live.fundHeld().flatMap((one) => {
          const contract = live.contract(one.market);
          return contract ? [heldOf(live, contract, one, time)] : [];
        }),
        slices: slices.flatMap((slice) => {
          const contract = live.contract(slice.market);
          return contract ? [sliceOf(live, contract, slice)] : [];
        }),
      };
    },
  };
}

function namesOf(live: Live, contract: Contract) {
  const settle = live.asset(contract.settle);
  return {
    names: {
      symbolName: instrumentName(live, contract.instrument),
      contractType: isInverse(contract) ? ('coin' as const) : ('u' as const),
      settleCoin: settle?.code ?? '',
    },
    atoms: (amount: number) => decimalText(amount, settle?.scale ?? 0),
    lots: (lots: number) => decimalText(lots, contract.lotDecimals),
    cents: (price: number) => decimalText(price, contract.tickDecimals + CENT_DECIMALS),
  };
}

function heldOf(
  live: Live,
  contract: Contract,
  one: ReturnType<Live['fundHeld']>[number],
  time: number,
): InsuranceFund['markets'][number] {
  const { names, atoms, lots, cents } = namesOf(live, contract);
  // Amounts used in a past hour or day no longer count.
  const day = one.since - (one.since % DAY) === time - (time % DAY);
  return {
    ...names,
    side: one.lots === 0 ? null : one.side === POSITION_SIDE.long ? 'long' : 'short',
    quantity: lots(one.lots),
    cost: atoms(one.cost),
    averagePrice:
      one.lots === 0 ? null : cents(averagePrice(contract.type, contract.perLot, one.side, one.lots, one.cost)),
    indexValue: atoms(one.value),
    hourUsed: atoms(time - one.since < HOUR ? one.used : 0),
    hourMost: atoms(one.hour),
    dayUsed: atoms(day ? one.dayUsed : 0),
    dayMost: atoms(one.day),
  };
}

function sliceOf(live: Live, contract: Contract, slice: FundSlice): InsuranceFund['slices'][number] {
  const { names, atoms, lots, cents } = namesOf(live, contract);
  const bought = slice.side === POSITION_SIDE.short;
  return {
    ...names,
    time: slice.time,
    side: bought ? 'short' : 'long',
    held: lots(slice.held),
    quantity: lots(slice.lots),
    depth: lots(slice.depth),
    price: cents(
      averagePrice(
        contract.type,
        contract.perLot,
        bought ? POSITION_SIDE.long : POSITION_SIDE.short,
        slice.lots,
        slice.value,
      ),
    ),
    indexPrice: cents(slice.index),
    profit: atoms(slice.profit),
    moment: slice.moment,
    minute: slice.minute,
    draw: String(slice.draw),
  };
}
