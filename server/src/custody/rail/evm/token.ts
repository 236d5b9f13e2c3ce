// The accepted ERC-20 tokens: their contracts, and the only call ever made to them.

import { bytesToHex, concat, getAddress, type Hex, isAddress, keccak256, padHex, stringToBytes, toHex } from 'viem';
import type { ChainCoin } from '../face.ts';

/** The chain's own coin. */
export const ETHER = 'ETH';

/** A token by its contract, in EIP-55 form. */
export interface EvmToken extends ChainCoin {
  readonly contract: Hex;
}

/** Decimals of the accepted tokens on Ethereum; the node is queried too, and must agree. */
const DECIMALS: Readonly<Record<string, number>> = { USDT: 6, USDC: 6 };

/** First four bytes of keccak-256 of `transfer(address,uint256)`. */
export const TRANSFER: Hex = '0xa9059cbb';
/** The same for `balanceOf(address)` and `decimals()`. */
export const BALANCE_OF: Hex = '0x70a08231';
export const GET_DECIMALS: Hex = '0x313ce567';
/** Topic of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = keccak256(stringToBytes('Transfer(address,address,uint256)'));

const WORD = 32;
const CALL_BYTES = 4 + 2 * WORD;

/**
 * Parses `USDT=0x…,USDC=0x…` from the settings.
 * @throws on anything else, an address with a wrong checksum, or a duplicate coin or contract
 */
export function parseEvmTokens(text: string): readonly EvmToken[] {
  const tokens = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): EvmToken => {
      const [coin = '', contract = '', ...rest] = part.split('=');
      const decimals = DECIMALS[coin];
      if (decimals === undefined || rest.length > 0 || !isAddress(contract)) {
        throw new Error(
          `expected tokens as COIN=0x… with a coin of ${Object.keys(DECIMALS).join(', ')}, got "${part}"`,
        );
      }
      return { coin, decimals, contract: getAddress(contract) };
    });
  for (const key of ['coin', 'contract'] as const) {
    if (new Set(tokens.map((token) => token[key])).size !== tokens.length) {
      throw new Error(`expected each ${key} once among the tokens, got "${text}"`);
    }
  }
  return tokens;
}

/** Calldata that transfers least units to an address. */
export function transferCall(to: Hex, units: bigint): Hex {
  return concat([TRANSFER, padHex(to, { size: WORD }), toHex(units, { size: WORD })]);
}

/** The transfer in calldata; undefined if it is anything but exactly that call. */
export function readTransfer(data: Uint8Array): { readonly to: Hex; readonly units: bigint } | undefined {
  if (data.length !== CALL_BYTES || bytesToHex(data.subarray(0, 4)) !== TRANSFER) return undefined;
  const recipient = data.subarray(4, 4 + WORD);
  if (recipient.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  return {
    to: getAddress(bytesToHex(recipient.subarray(12))),
    units: BigInt(bytesToHex(data.subarray(4 + WORD))),
  };
}
