// Ethereum without a node: addresses, bytes, signatures. The signer uses it too, and only trusts what it reads here.

import { hexToBytes } from 'viem';
import type { Codec, Payment } from '../face.ts';
import { addressOf, checkAddress, checkVectors, spellAddress } from './address.ts';
import { nonceClaim, readDetail } from './detail.ts';
import { ETHER, type EvmToken, readTransfer, transferCall } from './token.ts';
import { readBytes, signBytes, txidOf, writeUnsigned } from './transaction.ts';

export interface EvmCodecOptions {
  readonly chainId: number;
  readonly tokens: readonly EvmToken[];
}

/** @throws if known keys do not give their known addresses */
export function evmCodec({ chainId, tokens }: EvmCodecOptions): Codec {
  const byCoin = new Map(tokens.map((token) => [token.coin, token]));
  const byContract = new Map(tokens.map((token) => [token.contract as string, token]));
  const contracts = new Set(byContract.keys());
  checkVectors(addressOf);

  const check = (address: string) => checkAddress(address, contracts);

  function usable(address: string, what: string): void {
    const verdict = check(address);
    if (verdict !== 'ok') throw new Error(`expected ${what} that can be paid to, got ${address} (${verdict})`);
  }

  /** The payment made by destination, value and data. */
  function paymentOf(to: string, value: bigint, data: Uint8Array, from: string): Payment {
    const token = byContract.get(to);
    if (token === undefined) {
      // A zero transfer to oneself: it only uses the nonce.
      if (value === 0n && to !== from) throw new Error(`expected ether in a payment to ${to}, got none`);
      if (data.length > 0) throw new Error(`expected no data in a payment to ${to}, got ${data.length} bytes`);
      usable(to, 'a destination');
      return { coin: ETHER, to, units: value };
    }
    if (value !== 0n) throw new Error(`expected no ether sent to the contract of ${token.coin}, got ${value} wei`);
    const transfer = readTransfer(data);
    if (transfer === undefined)
      throw new Error(`expected transfer(address,uint256) of ${token.coin}, got another call`);
    usable(transfer.to, 'a destination');
    if (transfer.units === 0n) throw new Error(`expected ${token.coin} in a transfer, got none`);
    return { coin: token.coin, ...transfer };
  }

  return {
    chain: 'ethereum',
    accountPath: "m/44'/60'/0'",
    spell: spellAddress,
    check,
    address: addressOf,
    uri: (coin, address) => {
      const token = byCoin.get(coin);
      if (token === undefined && coin !== ETHER) throw new Error(`expected a coin on ethereum, got ${coin}`);
      // EIP-681.
      return token === undefined
        ? `ethereum:${address}@${chainId}`
        : `ethereum:${token.contract}@${chainId}/transfer?address=${address}`;
    },
    unsigned: (plan, publicKeyOf) => {
      const { from, nonce, gas, maxFee, priorityFee, chainId: planned } = readDetail(plan);
      const { coin, to, units } = plan.payment;
      if (planned !== chainId) throw new Error(`expected a plan for chain ${chainId}, got one for ${planned}`);
      const payer = addressOf(publicKeyOf(plan.source));
      if (payer !== from) throw new Error(`expected a plan paid from ${payer}, got one from ${from}`);
      usable(to, 'a destination');
      const token = byCoin.get(coin);
      if (token === undefined && coin !== ETHER) throw new Error(`expected a coin on ethereum, got ${coin}`);
      const destination = spellAddress(to);
      return writeUnsigned(
        {
          chainId,
          nonce,
          priorityFee,
          maxFee,
          gas,
          to: token?.contract ?? destination,
          value: token === undefined ? units : 0n,
          data: token === undefined ? new Uint8Array() : hexToBytes(transferCall(destination, units)),
        },
        from,
      );
    },
    // This chain has no change, so `own` has no effect: a sweep to our own address is a payment too.
    read: (bytes) => {
      const known = readBytes(bytes);
      if (known.chainId !== chainId)
        throw new Error(`expected chain ${chainId} in a transaction, got ${known.chainId}`);
      if (known.priorityFee > known.maxFee) throw new Error('expected a priority fee within the fee, got a higher one');
      return {
        payments: [paymentOf(known.to, known.value, known.data, known.from)],
        claims: [nonceClaim(known.from, known.nonce)],
        cost: known.gas * known.maxFee,
        from: known.from,
      };
    },
    sign: signBytes,
    txid: txidOf,
  };
}
