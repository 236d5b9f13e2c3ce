// Our contracts of DeFi mining: their interfaces, for pages and the server, and their code, for who deploys them.
export { rewardsAbi, rewardsBytecode } from './rewards.gen.ts';
export { vaultAbi, vaultBytecode } from './vault.gen.ts';
export { type Voucher, voucherTypedData } from './voucher.ts';
