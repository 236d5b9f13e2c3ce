// Preview of an order: a dry run by the exchange.

import { codes, type Preview } from '@vitrine/contract';
import { type CommandOf } from '@vitrine/core';
import { SIDE } from '@vitrine/core/enum';
import { type HandlersOf, NO_KEY, refuseField } from '../../call/index.ts';
import type { Market } from '../../../projection/handlers/index.ts';
import { decimalText, ratio } from '../../wire/index.ts';
import type { RouteParts } from '../parts.ts';
import { contractPreviews } from '../contract/preview.ts';
import { explainDryRun } from './submit.ts';
import { ACCOUNT_WALLET, placeCommand } from './ticket.ts';

const RATE_DECIMALS = 6;
/** Decimals of an average price below the market's tick. */
const AVERAGE_DECIMALS = 2;

/** The numbers of a dry run of order.place, by their index in the answer. */
interface Numbers {
  readonly holdAmount: number;
  readonly lots: number;
  readonly value: number;
  readonly fee: number;
  readonly restLots: number;
}

function numbersOf(numbers: readonly number[]): Numbers {
  const [, holdAmount = 0, lots = 0, value = 0, fee = 0, , , , restLots = 0] = numbers;
  return { holdAmount, lots, value, fee, restLots };
}

/** The handler of `entrust/preview`. */
export function previews(parts: RouteParts): HandlersOf<'entrust.preview'> {
  const { live, link } = parts;
  const ofContract = contractPreviews(parts);

  function ratesOf(user: number) {
    const tiers = live.tiers();
    const tier = live.user(user)?.tier ?? 0;
    return tiers.find((one) => one.tier === tier) ?? tiers[0];
  }

  return {
    async 'entrust.preview'(input, { session }) {
      const user = session.coreUser;
      const { direction, contractType } = input;
      if (contractType !== undefined) return ofContract(user, contractType, input);
      if (direction !== 1 && direction !== 2) throw refuseField('direction', 'range');
      const { command, market } = placeCommand(live, user, input.account, { ...input, direction }, NO_KEY);
      const answer = await link.ask(command);
      const spends = live.asset(input.direction === SIDE.buy ? market.quote : market.base);
      const receives = live.asset(input.direction === SIDE.buy ? market.base : market.quote);
      const quote = live.asset(market.quote);
      const about = { market, asset: spends?.asset, price: command.price };
      const { code, args } = explainDryRun(parts, answer, about);
      if (!spends || !receives || !quote)
        throw new Error(`expected the assets of market ${market.market} to be listed`);
      const numbers = numbersOf(answer.numbers);
      const contractWallet = command.wallet === ACCOUNT_WALLET.fixed ? market.market : 0;
      const available = live.balance(user, command.wallet, spends.asset, contractWallet)?.available ?? 0;
      const rates = ratesOf(user);
      return {
        code,
        key: codes[code].key,
        args,
        coin: spends.code,
        held: decimalText(numbers.holdAmount, spends.scale),
        availableBefore: decimalText(available, spends.scale),
        availableAfter: decimalText(available - numbers.holdAmount, spends.scale),
        averagePrice: averageOf(numbers, market),
        quantity: decimalText(command.lots > 0 ? command.lots : numbers.lots, market.lotDecimals),
        value: decimalText(valueOf(command, numbers, market), quote.scale),
        fillsQuantity: decimalText(numbers.lots, market.lotDecimals),
        restsQuantity: decimalText(numbers.restLots, market.lotDecimals),
        fee: decimalText(numbers.fee, receives.scale),
        feeCoin: receives.code,
        makerRate: decimalText(rates?.maker ?? 0, RATE_DECIMALS),
        takerRate: decimalText(rates?.taker ?? 0, RATE_DECIMALS),
        margin: null,
        liquidationPrice: null,
        contract: null,
      } satisfies Preview;
    },
  };
}

/** Value of what would fill and, at its own price, of what would rest. */
function valueOf(command: CommandOf<'order.place'>, numbers: Numbers, market: Market): bigint {
  const resting = ratio(BigInt(numbers.restLots) * BigInt(command.price), market.atomsPerTickLot, 1);
  return BigInt(numbers.value) + resting;
}

function averageOf({ lots, value }: Numbers, market: Market): Preview['averagePrice'] {
  if (lots === 0) return null;
  const perTick = ratio(lots, market.atomsPerTickLot, 1);
  return decimalText(ratio(value, 10 ** AVERAGE_DECIMALS, perTick), market.tickDecimals + AVERAGE_DECIMALS);
}
