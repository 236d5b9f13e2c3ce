import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPublicClient, getAddress, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployTokens, startLocalNode, type LocalNode } from '../../server/test/custody/evm/local-node.ts';
import { rewardsAbi, vaultAbi } from '../src/index.ts';
import { deployRequest } from '../bin/deploy.ts';

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, '..', 'bin', 'deploy.ts');
const TOKEN = getAddress(`0x${'ab'.repeat(20)}`);

describe('issue 19: the deployment program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-deploy-'));
  const file = join(folder, 'key');
  const key = generatePrivateKey();
  const deployer = privateKeyToAccount(key).address;
  let node: LocalNode;

  beforeAll(async () => {
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
    node = await startLocalNode({ blockTime: 1 });
    await node.call('anvil_setBalance', [deployer, '0x56bc75e2d63100000']);
  });
  afterAll(async () => {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const deploy = (args: readonly string[], keyFile = file) =>
    run(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, VITRINE_DEPLOY_URL: node.url, VITRINE_DEPLOY_KEY_FILE: keyFile },
    });

  it('puts both contracts on a chain, with the terms asked for', async () => {
    const { usdt } = await deployTokens(node);
    const client = createPublicClient({ transport: http(node.url) });
    const vault = /^vault (0x\w{40}) on chain 31337\n$/.exec(
      (await deploy(['vault', usdt, 'Tether vault', 'vUSDT'])).stdout,
    );
    const address = getAddress(vault?.[1] ?? '');
    expect(await client.readContract({ address, abi: vaultAbi, functionName: 'asset' })).toBe(getAddress(usdt));
    expect(await client.readContract({ address, abi: vaultAbi, functionName: 'symbol' })).toBe('vUSDT');
    const end = '4102444800';
    const rewards = await deploy(['rewards', usdt, deployer, deployer, '50000000', end]);
    const at = getAddress(/^rewards (0x\w{40})/.exec(rewards.stdout)?.[1] ?? '');
    expect(await client.readContract({ address: at, abi: rewardsAbi, functionName: 'end' })).toBe(BigInt(end));
    expect(await client.readContract({ address: at, abi: rewardsAbi, functionName: 'signer' })).toBe(deployer);
  });

  it('says what is wrong, and deploys nothing', async () => {
    await expect(deploy(['vault', TOKEN, 'Name', 'SYM'], join(folder, 'none'))).rejects.toThrow('ENOENT');
    const open = join(folder, 'open');
    writeFileSync(open, key, { mode: 0o644 });
    await expect(deploy(['vault', TOKEN, 'Name', 'SYM'], open)).rejects.toThrow('chmod 600');
    writeFileSync(join(folder, 'words'), 'not a key', { mode: 0o600 });
    await expect(deploy(['vault', TOKEN, 'Name', 'SYM'], join(folder, 'words'))).rejects.toThrow(
      '64 hexadecimal digits',
    );
  });

  it.each([
    [[], 'Expected: deploy.ts'],
    [['vault', '0x12', 'Name', 'SYM'], 'expected an address, got 0x12'],
    [['rewards', TOKEN, TOKEN, TOKEN, '1.5', '4102444800'], 'expected a whole number above 0, got 1.5'],
    [['vault', TOKEN, 'Name'], 'Expected: deploy.ts'],
  ])('refuses %j', (args, message) => {
    expect(() => deployRequest(args)).toThrow(message);
  });
});
