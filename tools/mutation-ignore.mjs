// Ignores mutations that the compiler rejects: words that are column types, refusal codes, or names of commands and
// fields.
// (TypeScript 7 has no interface to ask the compiler itself.)

const COLUMN_TYPES = ['f64', 'i32'];
/** Tables and functions whose words the compiler checks. */
const KNOWN = ['rejects', 'commands', 'offsetOf', 'kindOf'];

function refused(path) {
  if (!path.isStringLiteral()) return undefined;
  const { node, parent } = path;
  if (parent.type === 'ObjectProperty' && COLUMN_TYPES.includes(node.value)) return 'a type of columns';
  if (parent.type === 'MemberExpression' && KNOWN.includes(parent.object.name)) return 'a word of a table';
  if (parent.type === 'CallExpression' && KNOWN.includes(parent.callee.name)) return 'a name of a command or field';
  return undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'compiler', value: { shouldIgnore: refused } }];
