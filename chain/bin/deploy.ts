// Deploys our contracts: `node chain/bin/deploy.ts vault ASSET NAME SYMBOL` or
// `node chain/bin/deploy.ts rewards TOKEN SIGNER SPONSOR MOST END`, amounts in least units, END in seconds.
// VITRINE_DEPLOY_URL is a node's URL, VITRINE_DEPLOY_KEY_FILE a file with the deployer's private key. Prints the address
// once the code stands on the chain as it was built.
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { deployContract, type DeployRequest } from '../src/deploy.ts';

const USAGE = 'Expected: deploy.ts vault ASSET NAME SYMBOL | rewards TOKEN SIGNER SPONSOR MOST END';
/** Others than the owner may read the file. */
const READABLE_BY_OTHERS = 0o077;

/** What to deploy, from the arguments. @throws with what was expected */
export function deployRequest(args: readonly string[]): DeployRequest {
  const [what, ...rest] = args;
  const address = (text: string | undefined): `0x${string}` => {
    if (text === undefined || !/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`expected an address, got ${text}`);
    return `0x${text.slice(2)}`;
  };
  const whole = (text: string | undefined): bigint => {
    if (text === undefined || !/^[1-9]\d{0,77}$/.test(text))
      throw new Error(`expected a whole number above 0, got ${text}`);
    return BigInt(text);
  };
  if (what === 'vault' && rest.length === 3) {
    const [asset, name = '', symbol = ''] = rest;
    return { contract: 'vault', args: [address(asset), name, symbol] };
  }
  if (what === 'rewards' && rest.length === 5) {
    const [token, signer, sponsor, most, end] = rest;
    return { contract: 'rewards', args: [address(token), address(signer), address(sponsor), whole(most), whole(end)] };
  }
  throw new Error(USAGE);
}

async function main(): Promise<void> {
  const request = deployRequest(process.argv.slice(2));
  const { VITRINE_DEPLOY_URL: url, VITRINE_DEPLOY_KEY_FILE: file } = process.env;
  if (url === undefined || file === undefined)
    throw new Error('expected VITRINE_DEPLOY_URL and VITRINE_DEPLOY_KEY_FILE to be set');
  if ((statSync(file).mode & READABLE_BY_OTHERS) !== 0)
    throw new Error(`others may read the file of the key; run: chmod 600 ${file}`);
  const key = readFileSync(file, 'utf8').trim();
  if (!/^0x[0-9a-f]{64}$/i.test(key)) throw new Error(`expected 0x and 64 hexadecimal digits in the file of the key`);
  const { address, chainId } = await deployContract(url, `0x${key.slice(2)}`, request);
  process.stdout.write(`${request.contract} ${address} on chain ${chainId}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main().catch((error: unknown) => {
    process.stderr.write(`Nothing is said to be deployed. ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
