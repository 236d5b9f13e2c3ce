// Leaves out of the page what only the server needs of a call: its description, which is for the reader at /docs, the schema
// of its input, which the server checks, and who may make it and how. The page has the types, sends method and path, and
// checks answers.
import type { Plugin } from 'vite';

const CALLS = /\/contract\/src\/(call|desk)\/[a-z-]+\.ts$/;
const LEFT_OUT = new Set([
  ...['about', 'input', 'sealed', 'empty', 'textCode'],
  ...['who', 'right', 'factor', 'each', 'fund', 'keyIn', 'by', 'csv', 'upload', 'download'],
]);

/** A node of the syntax tree, as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Places of those properties in each `call({…})`, in the order of the text. */
function* leftOut(node: Node): Generator<readonly [start: number, end: number]> {
  const [shape] =
    node.type === 'CallExpression' && isCall(node['callee']) ? (node['arguments'] as readonly Node[]) : [];
  if (shape?.type === 'ObjectExpression') {
    const properties = shape['properties'] as readonly Node[];
    for (const [at, { key, start }] of properties.entries())
      // Up to the next property, or to the brace: the comma goes too.
      if (isNode(key) && LEFT_OUT.has(String(key['name']))) yield [start, properties[at + 1]?.start ?? shape.end - 1];
    return;
  }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* leftOut(child);
}

const isCall = (callee: unknown): boolean => isNode(callee) && callee['name'] === 'call';

export function clientCalls(): Plugin {
  return {
    name: 'client-calls',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!CALLS.test(id)) return undefined;
      let kept = '';
      let from = 0;
      for (const [start, end] of leftOut(this.parse(code, { lang: 'ts' }) as unknown as Node)) {
        kept += code.slice(from, start);
        from = end;
      }
      return { code: kept + code.slice(from), map: null };
    },
  };
}
