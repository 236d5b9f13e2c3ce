// The rule `one-connection`: what runs inside a transaction waits for no other connection.
import { namesOnly } from './names.js';
import { place } from './place.js';
import { walk } from './walk.js';

/** Whether `call` is `x.transaction()….execute(work)`, and which x. */
function transactionOf(call) {
  if (call.callee.type !== 'MemberExpression' || call.callee.property.name !== 'execute') return undefined;
  for (let at = call.callee.object; at?.type === 'CallExpression'; at = at.callee.object) {
    if (at.callee.type !== 'MemberExpression') return undefined;
    if (at.callee.property.name === 'transaction') return at.callee.object;
  }
  return undefined;
}

function mentions(node, names) {
  let found = false;
  walk(node, (one) => {
    if (one.type === 'Identifier' && names.has(one.name) && !namesOnly(one)) found = true;
    return found;
  });
  return found;
}

/** Names of parameters that hold a transaction's connection. */
const transactionNames = new Set(['tx', 'trx', 'within', 'transaction']);

/**
 * Calls that may be awaited without the connection: the exchange, which reads a journal with its own connections, and
 * the signer, a process without any. Custody holds a row lock until they answer.
 */
function asksExchange(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const asked = object.name ?? object.property?.name;
  return (property.name === 'submit' && asked === 'link') || (property.name === 'release' && asked === 'signer');
}

/** Whether it begins a transaction: that is reported separately. */
function begins(node) {
  return node.type === 'CallExpression' && transactionOf(node) !== undefined;
}

/** The awaited expressions: the parts of Promise.all, else the expression itself. */
function waitedFor(node) {
  const all =
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.object.name === 'Promise';
  return all && node.arguments[0]?.type === 'ArrayExpression' ? node.arguments[0].elements : [node];
}

/**
 * The connection among the parameters of a function that runs inside a transaction. An optional parameter does not
 * count.
 */
function connectionOf(work) {
  return work.params.find((one) => one.type === 'Identifier' && !one.optional && transactionNames.has(one.name))?.name;
}

/**
 * A transaction holds a connection of its pool. Work that needs a second one deadlocks once such work holds all
 * connections. So everything awaited inside must receive the transaction's connection.
 */
export const poolRule = {
  create(context) {
    const here = place(context.filename);
    if (here.workspace !== 'server' || here.area !== 'src') return {};
    const text = (node) => context.sourceCode.getText(node);
    const reported = new Set();
    const report = (node, what) => {
      if (reported.has(node)) return;
      reported.add(node);
      context.report({
        node,
        message: `Inside a transaction ${what}: found '${text(node).slice(0, 60)}'. Pass the transaction on (docs/operate/security.md, pools).`,
      });
    };
    const checkWork = (work, outer, connection) => {
      // Names derived from the connection count as it: a promise of a statement, a clock of this transaction.
      const inside = new Set(connection === undefined ? [] : [connection]);
      walk(work.body, (node) => {
        if (node.type === 'VariableDeclarator' && node.init && mentions(node.init, inside))
          walk(node.id, (one) => {
            if (one.type === 'Identifier') inside.add(one.name);
          });
        return false;
      });
      walk(work.body, (node) => {
        if (outer !== undefined && node.type === outer.type && text(node) === text(outer) && !namesOnly(node)) {
          report(node, 'the outer connection is not used');
          return true;
        }
        if (node.type === 'CallExpression' && transactionOf(node)) {
          if (!mentions(node.callee, inside)) report(node, 'no second one is begun');
          return true;
        }
        if (node.type === 'AwaitExpression')
          for (const one of waitedFor(node.argument))
            if (!mentions(one, inside) && !asksExchange(one) && !begins(one))
              report(one, 'only what uses its connection is awaited');
        return false;
      });
    };
    const checkNamed = (node) => {
      const connection = node.async ? connectionOf(node) : undefined;
      if (connection !== undefined) checkWork(node, undefined, connection);
    };
    return {
      CallExpression(node) {
        const outer = transactionOf(node);
        const work = node.arguments[0];
        if (outer === undefined || !/Function/.test(work?.type ?? '')) return;
        const given = work.params[0];
        checkWork(work, outer, given?.type === 'Identifier' ? given.name : undefined);
      },
      FunctionDeclaration: checkNamed,
      FunctionExpression: checkNamed,
      ArrowFunctionExpression: checkNamed,
    };
  },
};
