// Changes that are no test's affair, because the compiler refuses them: words that are types of columns, codes of
// refusals, or names of commands and their fields. (The compiler itself cannot be asked: TypeScript 7 has no interface.)

const COLUMN_TYPES = ['f64', 'i32'];
/** Tables and functions of words the compiler knows. */
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
