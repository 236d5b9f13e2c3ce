// Compiles Solidity sources with the pinned compiler from npm. Without metadata, so that the same source gives the same
// bytes on every machine.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface Compiled {
  readonly abi: readonly unknown[];
  /** Code that deploys the contract, without its constructor's arguments. */
  readonly bytecode: `0x${string}`;
  /** Which source each instruction of the deployed code and of the deploying code comes from (Solidity's source maps). */
  readonly maps: { readonly deployed: string; readonly deploying: string };
  readonly deployedBytecode: `0x${string}`;
}

export interface Compilation {
  readonly compiler: string;
  readonly contracts: Readonly<Record<string, Compiled>>;
  /** Number and syntax tree of each source by its name; maps name sources by number. */
  readonly sources: Readonly<Record<string, { readonly id: number; readonly ast: unknown }>>;
}

interface Code {
  readonly object: string;
  readonly sourceMap: string;
}
interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly abi: readonly unknown[]; readonly evm: { bytecode: Code; deployedBytecode: Code } }>
      >
    >
  >;
  readonly sources?: Compilation['sources'];
}
interface Solc {
  version(): string;
  compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
}

const require = createRequire(import.meta.url);

/**
 * Compiles files; imports are read from installed packages.
 * @param files paths of the sources
 * @param optimised false gives code whose source maps name every statement
 * @throws with the compiler's words for an error or a warning
 */
export function compile(files: readonly string[], optimised = true): Compilation {
  const solc = require('solc') as Solc;
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((path) => [nameOf(path), { content: readFileSync(path, 'utf8') }])),
    settings: {
      optimizer: { enabled: optimised, runs: 200 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'], '': ['ast'] } },
    },
  };
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }),
    }),
  ) as Output;
  const wrong = (output.errors ?? []).filter(({ severity }) => severity !== 'info');
  if (wrong.length > 0) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contracts: Record<string, Compiled> = {};
  for (const path of files) {
    for (const [name, { abi, evm }] of Object.entries(output.contracts?.[nameOf(path)] ?? {})) {
      contracts[name] = {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        maps: { deployed: evm.deployedBytecode.sourceMap, deploying: evm.bytecode.sourceMap },
      };
    }
  }
  return { compiler: solc.version(), contracts, sources: output.sources ?? {} };
}
