// An Ethereum virtual machine in this process with deployed contracts: calls, reverts by name, time that only the test
// moves, and the instructions that ran.
import { join } from 'node:path';
import { createEVM, type EVM } from '@ethereumjs/evm';
import { type Address as EvmAddress, createAddressFromString, hexToBytes } from '@ethereumjs/util';
import {
  type Abi,
  bytesToHex,
  decodeErrorResult,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
} from 'viem';
import { compile, type Compiled } from '../../build/compile.ts';

const ROOT = join(import.meta.dirname, '../..');
const GAS = 30_000_000n;
export const START_SECONDS = 1_800_000_000n;

/** Our contracts and those of the tests, compiled once a process; without the optimiser, whose source maps are coarse. */
export const compilation = compile(
  ['contracts/VitrineVault.sol', 'contracts/VitrineRewards.sol', 'test/contracts/TestTokens.sol'].map((file) =>
    join(ROOT, file),
  ),
  false,
);

/** A call that the contract undid; `name` is that of its error. */
export class Reverted extends Error {
  override readonly name = 'Reverted';
  readonly error: string;
  constructor(error: string) {
    super(error);
    this.error = error;
  }
}

export interface Contract {
  readonly name: string;
  readonly address: Hex;
  readonly abi: Abi;
}

/** Counters of instructions that ran: `contract:deployed|deploying:counter`. */
export type Ran = Set<string>;

export class World {
  /** Seconds. */
  now = START_SECONDS;
  readonly #evm: EVM;
  /** The contract that lives at an address. */
  readonly #living = new Map<string, string>();
  #deploying: string | undefined;

  private constructor(evm: EVM, ran: Ran | undefined) {
    this.#evm = evm;
    if (ran === undefined) return;
    evm.events?.on('step', ({ pc, codeAddress, depth }, resume) => {
      // Code that deploys has no address yet, whatever its type says.
      const at = codeAddress as EvmAddress | undefined;
      const living = at === undefined ? undefined : this.#living.get(at.toString());
      if (living !== undefined) ran.add(`${living}:deployed:${pc}`);
      else if (this.#deploying !== undefined && depth === 0) ran.add(`${this.#deploying}:deploying:${pc}`);
      resume?.();
    });
  }

  static async open(ran?: Ran): Promise<World> {
    return new World(await createEVM(), ran);
  }

  async deploy(name: string, args: readonly unknown[], from: Hex): Promise<Contract> {
    const { abi, bytecode } = named(name);
    this.#deploying = name;
    const data = encodeDeployData({ abi: abi as Abi, bytecode, args });
    try {
      const { createdAddress, execResult } = await this.#run({ data, from });
      if (execResult.exceptionError !== undefined || createdAddress === undefined)
        throw new Reverted(errorName(abi as Abi, bytesToHex(execResult.returnValue)));
      const address = createdAddress.toString();
      this.#living.set(address, name);
      return { name, address, abi: abi as Abi };
    } finally {
      this.#deploying = undefined;
    }
  }

  /** Calls and keeps what it changed. @throws {Reverted} */
  async call<T = unknown>(contract: Contract, method: string, args: readonly unknown[], from: Hex): Promise<T> {
    const data = encodeFunctionData({ abi: contract.abi, functionName: method, args });
    const { execResult } = await this.#run({ data, from, to: createAddressFromString(contract.address) });
    const answer = bytesToHex(execResult.returnValue);
    if (execResult.exceptionError !== undefined) throw new Reverted(errorName(contract.abi, answer));
    return decodeFunctionResult({ abi: contract.abi, functionName: method, data: answer }) as T;
  }

  /** What a view answers. */
  read<T>(contract: Contract, method: string, ...args: readonly unknown[]): Promise<T> {
    return this.call<T>(contract, method, args, NOBODY);
  }

  #run(call: { readonly data: Hex; readonly from: Hex; readonly to?: EvmAddress }) {
    const caller = createAddressFromString(call.from);
    return this.#evm.runCall({
      ...{ caller, origin: caller, gasLimit: GAS, data: hexToBytes(call.data) },
      ...(call.to === undefined ? {} : { to: call.to }),
      block: {
        header: {
          ...{ number: 1n, coinbase: createAddressFromString(NOBODY), timestamp: this.now, difficulty: 0n },
          ...{ prevRandao: new Uint8Array(32), gasLimit: GAS, getBlobGasPrice: () => undefined },
        },
      },
    });
  }
}

export function named(name: string): Compiled {
  const built = compilation.contracts[name];
  if (built === undefined)
    throw new Error(`expected a contract ${name}; there are ${Object.keys(compilation.contracts).join(', ')}`);
  return built;
}

const NOBODY: Hex = `0x${'0'.repeat(39)}1`;

/** Errors of the token and of the libraries may come through a contract that does not name them. */
function errorName(abi: Abi, data: Hex): string {
  const all = Object.values(compilation.contracts).flatMap((built) => built.abi as Abi);
  if (data === '0x') return 'no reason';
  return decodeErrorResult({ abi: [...abi, ...all.filter(({ type }) => type === 'error')], data }).errorName;
}

/** The nth account of a test. */
export const account = (n: number): Hex => `0x${(0xa0000 + n).toString(16).padStart(40, '0')}`;
