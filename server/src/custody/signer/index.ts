// Public interface of the signer: starting it, and its initial settings. Its keys are nowhere else.

export type { CoinLimits, SignerLimits } from './policy.ts';
export { type Heads, isSignedHead, openHeads, readHeadText } from './heads.ts';
export { type CodecOrder, type MakeCodecs, runSigner } from './program.ts';
export { acceptHead, openService, type ServiceOptions } from './service.ts';
export { settingsOf } from './settings.ts';
export { type RunningSigner, type SignerOptions, startSigner } from './start.ts';
