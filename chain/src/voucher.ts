// What a signer signs for a reward (EIP-712), as contracts/VitrineRewards.sol recomputes it.
import type { Address, Hex } from 'viem';

export interface Voucher {
  /** 32 bytes that name the customer without saying who they are. */
  readonly customer: Hex;
  readonly account: Address;
  /** Least units of the token. */
  readonly amount: bigint;
  /** The last moment to claim, seconds. */
  readonly deadline: bigint;
}

const types = {
  Voucher: [
    { name: 'customer', type: 'bytes32' },
    { name: 'account', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/**
 * The typed data of a voucher, for viem's `signTypedData`.
 * @param contract address of the rewards contract
 */
export function voucherTypedData(voucher: Voucher, chainId: number, contract: Address) {
  return {
    types,
    primaryType: 'Voucher',
    domain: { name: 'Vitrine rewards', version: '1', chainId, verifyingContract: contract },
    message: { ...voucher },
  } as const;
}
