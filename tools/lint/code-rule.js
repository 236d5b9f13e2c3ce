// One table of codes: a refusal's number is not declared a second time, and is made and compared by its key.
import { CODE } from '@vitrine/contract/code';
import { bare } from './names.js';
import { place } from './place.js';

/** Names that files have given to codes below 1000. From there on the number is enough. */
const ALIASES = {
  DONE: 'ok',
  EXPIRED: 'key.expired',
  NEVER: 'key.expired',
  NOT_TAKING: 'server.notTaking',
  REFUSED: 'request.invalid',
};
/** Numbers below it are quantities as well: they are codes by their names only. */
const FIRST_OWN = 1_000;
/** Names that another standard gives to a number. */
const OF_OTHERS = new Set(['GOING_AWAY', 'closeCodes']);
const TABLES = new Set(['contract/src/code.ts', 'core/src/schema/reject.ts']);
/** Not the pages: their scripts would carry the table. */
const CHECKED = new Set(['bench', 'contract', 'core', 'server', 'tools']);

const upperOf = (word) => (/[a-z]/.test(word) ? word.replace(/[A-Z]/g, '_$&').toUpperCase() : word);
const entries = Object.entries(CODE);
const byNumber = new Map(entries.map(([key, code]) => [code, key]));
/** Keys by name and code: the key's last word, or all of it. */
const byName = new Map(
  [...entries.map(([key]) => [upperOf(key.split('.').at(-1)), key]), ...Object.entries(ALIASES)].flatMap(
    ([name, key]) => [
      [`${name} ${CODE[key]}`, key],
      [`${upperOf(key.replace('.', '_'))} ${CODE[key]}`, key],
    ],
  ),
);

/** The key of a code that `node` declares under `name`. A number with a separator (`2_001`) is a quantity. */
function keyOf(name, node) {
  const literal = bare(node);
  if (literal?.type !== 'Literal' || typeof literal.value !== 'number' || OF_OTHERS.has(name)) return undefined;
  if (literal.value >= FIRST_OWN && !literal.raw.includes('_')) return byNumber.get(literal.value);
  return byName.get(`${upperOf(name).replace(/_CODE$/, '')} ${literal.value}`);
}

/** What makes a refusal of a code. */
const MAKERS = new Set(['refuse', 'refuseWhy', 'Refusal', 'IdentityRefusal', 'IntakeError']);
/** Whether an expression reads a code: `code`, `answer.code`. */
const isCode = (node) => /^(?:code|verdict)$/.test(node.type === 'MemberExpression' ? node.property.name : node.name);
/** The values that an expression may have: both of `a ? b : c`. */
const valuesOf = (node) =>
  node?.type === 'ConditionalExpression' ? [...valuesOf(node.consequent), ...valuesOf(node.alternate)] : [node];
/** The key of a code that is written as a number, without a separator. */
const numbered = (node) =>
  node?.type === 'Literal' && typeof node.value === 'number' && !node.raw.includes('_')
    ? byNumber.get(node.value)
    : undefined;
/** Whether a number is the value of a constant that another standard names. */
function isOfOthers(node) {
  if (node?.type !== 'VariableDeclarator') return node?.parent ? isOfOthers(node.parent) : false;
  return OF_OTHERS.has(node.id.name);
}

export const codeRule = {
  create(context) {
    const here = place(context.filename);
    if (!CHECKED.has(here.workspace) || TABLES.has(here.parts.join('/'))) return {};
    const table = (key) => `CODE['${key}'], or the core's rejects['${key}']`;
    const check = (name, value, node) => {
      const key = keyOf(name, value);
      if (key !== undefined) context.report({ node, message: `A code of the table: use ${table(key)}.` });
    };
    const byKeyOnly = (node) => {
      if (!MAKERS.has(node.callee.name)) return;
      for (const value of valuesOf(node.arguments[0])) {
        const key = numbered(value);
        if (key !== undefined) context.report({ node: value, message: `Refuse by name: '${key}'.` });
      }
    };
    const declared = {
      CallExpression: byKeyOnly,
      NewExpression: byKeyOnly,
      VariableDeclarator(node) {
        if (node.id.type === 'Identifier' && /^[A-Z][A-Z0-9_]*$/.test(node.id.name)) {
          check(node.id.name, node.init, node);
          const list = bare(node.init);
          if (list?.type === 'ObjectExpression')
            for (const { key, value } of list.properties) if (key?.type === 'Identifier') check('', value, node);
        }
      },
    };
    // Tests state the numbers of the API as its users see them.
    if (here.area !== 'src') return declared;
    const compared = (value) => {
      const key = numbered(value);
      if (key !== undefined) context.report({ node: value, message: `Compare a code by name: ${table(key)}.` });
    };
    return {
      ...declared,
      BinaryExpression({ left, right }) {
        if (isCode(left)) compared(right);
      },
      SwitchStatement({ discriminant, cases }) {
        if (isCode(discriminant)) for (const one of cases) compared(one.test);
      },
      Property({ key, value }) {
        if (key.name === 'code') compared(value);
      },
      Literal(node) {
        if (node.value >= FIRST_OWN && numbered(node) !== undefined && !isOfOthers(node)) compared(node);
      },
    };
  },
};
