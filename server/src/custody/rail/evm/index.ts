// Ethereum: ether and the tokens USDT and USDC, over a node's JSON-RPC.

export { INTERNAL_POSITION, TOKEN_POSITION } from './arrivals.ts';
export { evmCodec, type EvmCodecOptions } from './codec.ts';
export { FEE_BOUNDS, type FeeBounds } from './fees.ts';
export type { Traces } from './internal.ts';
export { type EvmOptions, openEvm } from './open.ts';
export { GasMissing } from './planner.ts';
export { ETHER, type EvmToken, parseEvmTokens } from './token.ts';
