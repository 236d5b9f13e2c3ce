// A local Ethereum node with test tokens to run the exchange against: `node server/bin/evm-local.ts [BLOCK_SECONDS [PORT]]`.
// 0 seconds: blocks come by `anvil_mine` alone. Prints the settings, then an address with 10,000 ether that the node signs for; ends with the signal that ends it.

import { deployTokens, LOCAL_CHAIN_ID, mint, startLocalNode } from '../test/custody/evm/local-node.ts';

/** Least units of each token that the printed address gets: a million dollars. */
const MINTED = 1_000_000n * 10n ** 6n;

const [seconds = '2', port = '0'] = process.argv.slice(2);
if (!/^(0|[1-9]\d{0,2})$/.test(seconds) || !/^\d{1,5}$/.test(port)) {
  console.error(
    'Expected: node server/bin/evm-local.ts [BLOCK_SECONDS [PORT]], both whole numbers; 2 and a free port without, 0 seconds: blocks by anvil_mine.',
  );
  process.exit(2);
}
const blockTime = Number.parseInt(seconds, 10);
const node = await startLocalNode({ port: Number.parseInt(port, 10), ...(blockTime === 0 ? {} : { blockTime }) });
const end = () => void node.stop();
process.once('SIGINT', end);
process.once('SIGTERM', end);
if (process.env['VITRINE_END_WITH_STDIN'] === '1') process.stdin.resume().once('end', end);
const tokens = await deployTokens(node);
const [rich] = await node.accounts();
if (rich !== undefined) {
  for (const token of [tokens.usdt, tokens.usdc]) await mint(node, token, rich, MINTED);
  if (blockTime === 0) await node.mine();
}
console.log(`VITRINE_EVM_URL=${node.url}`);
console.log(`VITRINE_EVM_CHAIN_ID=${LOCAL_CHAIN_ID}`);
console.log(`VITRINE_EVM_TOKENS=${tokens.text}`);
console.log(
  `# eth_sendTransaction from ${rich ?? 'eth_accounts'} needs no key; it has ether and a million of each token.`,
);
