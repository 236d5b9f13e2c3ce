// Schemas of a node's answers. An answer that does not fit is a fault of the node. Hashes without 0x, addresses as
// EIP-55.

import { getAddress, type Hex } from 'viem';
import { z } from 'zod';

/** Heights have 31 bits. */
const MOST_HEIGHT = 2_147_483_647n;
/** Milliseconds per second. */
const MS = 1_000;
/** Most transactions of one block, and most logs of one receipt. */
const MOST_TRANSACTIONS = 100_000;
const MOST_LOGS = 100_000;

export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.slice(2).toLowerCase());
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): string => getAddress(text.toLowerCase() as Hex));
export const bytes = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);
export const height = quantity.refine((value) => value <= MOST_HEIGHT, 'is beyond every height').transform(Number);
export const index = height;
const time = quantity
  .refine((value) => value < MOST_HEIGHT * 4n, 'is beyond every time')
  .transform((s) => Number(s) * MS);

export const header = z.object({
  number: height,
  hash,
  parentHash: hash,
  timestamp: time,
  baseFeePerGas: quantity.optional(),
});

export const transaction = z.object({
  hash,
  from: address,
  to: address.nullable(),
  value: quantity,
  gas: quantity,
  input: bytes,
  blockHash: hash.nullish(),
  transactionIndex: index.nullish(),
});
export type EvmTransaction = z.output<typeof transaction>;

export const fullBlock = header.extend({
  logsBloom: z.string().regex(/^0x[0-9a-fA-F]{512}$/),
  transactions: z.array(transaction).max(MOST_TRANSACTIONS),
  /** Withdrawals of the chain's validators: ether in no transaction. In units of 10⁹ wei. */
  withdrawals: z.array(z.object({ address, amount: quantity })).optional(),
});
export type FullBlock = z.output<typeof fullBlock>;

/** The pending block has no hash. */
export const waitingBlock = z.object({ transactions: z.array(transaction).max(MOST_TRANSACTIONS) });

export const log = z.object({
  address,
  topics: z.array(hash).max(4),
  data: bytes,
  blockHash: hash,
  transactionHash: hash,
  logIndex: index,
  removed: z.boolean().optional(),
});
export type EvmLog = z.output<typeof log>;
export const logs = z.array(log).max(MOST_LOGS);

export const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: height,
  from: address,
  to: address.nullable(),
  status: z.enum(['0x0', '0x1']).transform((status) => status === '0x1'),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs,
});
export type EvmReceipt = z.output<typeof receipt>;
