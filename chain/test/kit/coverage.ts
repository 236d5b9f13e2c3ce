// Which statements of a contract never ran, from the instructions that did (Solidity's source maps).
import { readFileSync } from 'node:fs';
import { compilation, named, type Ran } from './world.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  readonly source: number;
}

/** The source range of each instruction, by its place in the code: a map omits what equals the instruction before. */
function rangesByCounter(code: `0x${string}`, map: string): ReadonlyMap<number, Range> {
  const bytes = Buffer.from(code.slice(2), 'hex');
  const ranges = new Map<number, Range>();
  let [start, length, source] = [0, 0, -1];
  let counter = 0;
  for (const entry of map.split(';')) {
    const [s = '', l = '', f = ''] = entry.split(':');
    if (s !== '') start = Number.parseInt(s, 10);
    if (l !== '') length = Number.parseInt(l, 10);
    if (f !== '') source = Number.parseInt(f, 10);
    ranges.set(counter, { start, end: start + length, source });
    const opcode = bytes[counter] ?? 0;
    // PUSH1 to PUSH32 carry their bytes behind them.
    counter += opcode >= 0x60 && opcode <= 0x7f ? opcode - 0x5e : 1;
  }
  return ranges;
}

const STATEMENTS: readonly string[] = [
  ...['ExpressionStatement', 'VariableDeclarationStatement', 'Return', 'RevertStatement', 'EmitStatement'],
];

/** The ranges of all statements in a syntax tree. */
function statements(node: unknown): readonly Range[] {
  if (Array.isArray(node)) return node.flatMap(statements);
  if (typeof node !== 'object' || node === null) return [];
  const own = node as { readonly nodeType?: unknown; readonly src?: unknown };
  const inner = Object.values(node).flatMap(statements);
  if (typeof own.nodeType !== 'string' || typeof own.src !== 'string' || !STATEMENTS.includes(own.nodeType))
    return inner;
  const [start = 0, length = 0, source = -1] = own.src.split(':').map((part) => Number.parseInt(part, 10));
  return [{ start, end: start + length, source }, ...inner];
}

/** Every statement of a contract's file, as `line: text`, and those of which no instruction ran. */
export function coverageOf(
  name: string,
  file: string,
  ran: Ran,
): { all: readonly string[]; missed: readonly string[] } {
  const source = compilation.sources[`${name}.sol`];
  if (source === undefined) throw new Error(`expected the source ${name}.sol`);
  const text = readFileSync(file, 'utf8');
  const built = named(name);
  const codes = {
    deployed: rangesByCounter(built.deployedBytecode, built.maps.deployed),
    deploying: rangesByCounter(built.bytecode, built.maps.deploying),
  };
  const reached = [...ran].flatMap((entry) => {
    const [contract, code, counter] = entry.split(':');
    if (contract !== name) return [];
    const range = codes[code === 'deployed' ? 'deployed' : 'deploying'].get(Number(counter));
    return range?.source === source.id ? [range] : [];
  });
  const asText = ({ start, end }: Range): string =>
    `${text.slice(0, start).split('\n').length}: ${text.slice(start, end).split('\n')[0]}`;
  const all = statements(source.ast);
  return {
    all: all.map(asText),
    missed: all.filter((of) => !reached.some(({ start, end }) => start >= of.start && end <= of.end)).map(asText),
  };
}
