// Limits given to the signer at its first start: per payment, hour and day. Afterwards its own settings count, which
// nothing here can change.

import { power10 } from '../api/wire/index.ts';
import { CHAINS, type ChainName, type ChainCoin, MOST_FEE } from './rail/index.ts';
import type { CoinLimits, SignerLimits } from './signer/index.ts';

/** In whole coins; the fee is the maximum per transaction, in least units of the fee coin. */
const WHOLE: Readonly<Record<string, { readonly transaction: bigint; readonly hour: bigint; readonly day: bigint }>> = {
  BTC: { transaction: 10n, hour: 30n, day: 200n },
  ETH: { transaction: 200n, hour: 600n, day: 4_000n },
  USDT: { transaction: 1_000_000n, hour: 3_000_000n, day: 20_000_000n },
  USDC: { transaction: 1_000_000n, hour: 3_000_000n, day: 20_000_000n },
};
/** Maximum fee of one transaction. */
const FEES: Readonly<Record<ChainName, (coin: ChainCoin) => bigint>> = {
  ethereum: () => MOST_FEE.ethereum,
  bitcoin: () => MOST_FEE.bitcoin,
  practice: ({ decimals }) => power10(decimals),
};
/** Most fee bumps per order. */
const BUMPS = 12;

/** The limits of every coin on the open chains. */
export function signerLimits(
  coins: Readonly<Partial<Record<ChainName, readonly ChainCoin[]>>>,
  cold: Readonly<Partial<Record<ChainName, string>>>,
): SignerLimits {
  const limits: Record<string, CoinLimits> = {};
  for (const chain of CHAINS)
    for (const coin of coins[chain] ?? []) {
      const whole = WHOLE[coin.coin];
      if (whole === undefined) continue;
      const units = (amount: bigint) => String(amount * power10(coin.decimals));
      limits[`${chain}:${coin.coin}`] = {
        transaction: units(whole.transaction),
        hour: units(whole.hour),
        day: units(whole.day),
        fee: String(FEES[chain](coin)),
      };
    }
  return { coins: limits, cold, bumps: BUMPS };
}

/**
 * What the signer's own settings lack of what the exchange offers now, in a few words and as a sentence; undefined: nothing. They are
 * written at its first start only, so a chain or a cold wallet that is set later is not in them.
 */
export function lackingLimits(
  own: SignerLimits,
  offered: SignerLimits,
): { readonly what: string; readonly words: string } | undefined {
  const coins = Object.keys(offered.coins).filter((name) => own.coins[name] === undefined);
  const cold = CHAINS.filter((chain) => offered.cold[chain] !== undefined && own.cold[chain] !== offered.cold[chain]);
  const parts = [
    ...(coins.length === 0 ? [] : [`limits of ${coins.join(', ')}`]),
    ...cold.map((chain) => `the cold address of ${chain} that VITRINE_COLD names`),
  ];
  if (parts.length === 0) return undefined;
  const what = parts.join(', and ');
  const words =
    `policy.json lacks ${what}: the signer signs nothing of it. Add it there and start again ` +
    '(docs/operate/custody-keys.md, "A chain added later")';
  return { what, words };
}
