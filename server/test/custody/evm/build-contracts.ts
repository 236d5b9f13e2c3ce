// Builds the contracts of these tests: `node server/test/custody/evm/build-contracts.ts` writes contracts/built.json, which
// is committed so that a test need not compile; a test proves that it is what the sources give.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Built {
  readonly abi: readonly unknown[];
  readonly bytecode: `0x${string}`;
}
export interface BuiltContracts {
  readonly compiler: string;
  readonly contracts: Readonly<Record<string, Built>>;
}

const folder = join(import.meta.dirname, 'contracts');
export const builtFile = join(folder, 'built.json');

interface Solc {
  version(): string;
  compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
}
interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, { abi: readonly unknown[]; evm: { bytecode: { object: string } } }>>>
  >;
}

/** Compiles the sources; without metadata, so that the same source gives the same bytes on every machine. */
export function buildContracts(): BuiltContracts {
  const require = createRequire(import.meta.url);
  const solc = require('solc') as Solc;
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sol'))
    .toSorted();
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }),
    }),
  ) as Output;
  const wrong = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contracts: Record<string, Built> = {};
  for (const name of names) {
    for (const [contract, { abi, evm }] of Object.entries(output.contracts?.[name] ?? {})) {
      contracts[contract] = { abi, bytecode: `0x${evm.bytecode.object}` };
    }
  }
  return { compiler: solc.version(), contracts };
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(builtFile, `${JSON.stringify(buildContracts(), null, 1)}\n`);
}
