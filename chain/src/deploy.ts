// Deploys a contract and proves that its code stands on the chain.
import { type Address, createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { rewardsAbi, rewardsBytecode } from './rewards.gen.ts';
import { vaultAbi, vaultBytecode } from './vault.gen.ts';

export type DeployRequest =
  | { readonly contract: 'vault'; readonly args: readonly [asset: Address, name: string, symbol: string] }
  | {
      readonly contract: 'rewards';
      readonly args: readonly [token: Address, signer: Address, sponsor: Address, most: bigint, end: bigint];
    };

const TIMEOUT_MS = 20_000;
/** How long the transaction may wait for its block. */
const MINED_MS = 600_000;

/**
 * Sends the transaction and waits for its block.
 * @param url of a node
 * @param key private key of the deployer, who has no rights over the contract afterwards
 * @throws if the transaction was undone, or the state of the new contract is not what was asked; after a time-out the
 * transaction may still be mined: its hash is in the message
 */
export async function deployContract(
  url: string,
  key: Hex,
  request: DeployRequest,
): Promise<{ readonly address: Address; readonly chainId: number }> {
  const transport = http(url, { timeout: TIMEOUT_MS });
  const chainId = await createPublicClient({ transport }).getChainId();
  const chain = defineChain({
    ...{ id: chainId, name: `chain ${chainId}`, rpcUrls: { default: { http: [url] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  });
  const reader = createPublicClient({ chain, transport });
  const wallet = createWalletClient({ account: privateKeyToAccount(key), chain, transport });
  const hash =
    request.contract === 'vault'
      ? await wallet.deployContract({ abi: vaultAbi, bytecode: vaultBytecode, args: request.args })
      : await wallet.deployContract({ abi: rewardsAbi, bytecode: rewardsBytecode, args: request.args });
  const receipt = await reader.waitForTransactionReceipt({ hash, timeout: MINED_MS }).catch((error: unknown) => {
    throw new Error(`transaction ${hash} was sent; whether it is mined is not known`, { cause: error });
  });
  const address = receipt.contractAddress;
  if (receipt.status !== 'success' || address === null || address === undefined)
    throw new Error(`transaction ${hash} was undone by the chain`);
  const held =
    request.contract === 'vault'
      ? await reader.readContract({ address, abi: vaultAbi, functionName: 'asset' })
      : await reader.readContract({ address, abi: rewardsAbi, functionName: 'token' });
  if (held.toLowerCase() !== request.args[0].toLowerCase())
    throw new Error(`the contract at ${address} holds ${held}, not ${request.args[0]}`);
  return { address, chainId };
}
