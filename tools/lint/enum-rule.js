// One place for an enumeration: a number of `@vitrine/core/enum` is not declared a second time, alone or in a list.
import * as enums from '@vitrine/core/enum';
import { bare } from './names.js';
import { place } from './place.js';

/** Names that files have given to members before. */
const ALIASES = {
  BY_LAST: 'TRIGGER_BY.last',
  COIN_WALLET: 'WALLET.coinContract',
  EXPIRE_BOTH: 'SELF_TRADE.both',
  EXPIRE_MAKER: 'SELF_TRADE.maker',
  EXPIRE_TAKER: 'SELF_TRADE.taker',
  MARKET_ORDER: 'ORDER_TYPE.market',
  PROFIT_LIMIT: 'ORDER_TYPE.takeProfitLimit',
  PROFIT_MARKET: 'ORDER_TYPE.takeProfitMarket',
  STOP_LOSS: 'TPSL.loss',
  STOP_PROFIT: 'TPSL.profit',
  U_WALLET: 'WALLET.uContract',
};
/** So many equal members make a list a copy. */
const SHARED = 3;

/** Words that name other things as well: only the list's name beside them makes them a copy. */
const COMMON = new Set(['ALL', 'DOWN', 'MAKER', 'MARK', 'NONE', 'TAKER', 'UP', 'WITHDRAWALS']);

const entries = Object.entries(enums);
const lists = entries.filter(([, value]) => typeof value === 'object');
const upperOf = (member) => member.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Members by name and value. */
const known = new Map(
  entries.flatMap(([name, value]) => (typeof value === 'number' ? [[`${name} ${value}`, name]] : [])),
);
for (const [list, members] of lists)
  for (const [member, value] of Object.entries(members))
    for (const name of [upperOf(member), `${upperOf(member)}_${list}`, `${list}_${upperOf(member)}`])
      if (!COMMON.has(name) && !known.has(`${name} ${value}`)) known.set(`${name} ${value}`, `${list}.${member}`);
const values = new Map(
  lists.flatMap(([list, members]) => Object.entries(members).map(([member, value]) => [`${list}.${member}`, value])),
);
for (const [name, path] of Object.entries(ALIASES)) known.set(`${name} ${values.get(path)}`, path);

const numberOf = (node) => (node?.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined);

/** The enumeration that an object repeats. */
function repeated(object) {
  const members = object.properties.flatMap(({ key, value }) =>
    key?.type === 'Identifier' && numberOf(bare(value)) !== undefined ? [[key.name, numberOf(bare(value))]] : [],
  );
  return lists.find(([, list]) => members.filter(([name, value]) => list[name] === value).length >= SHARED)?.[0];
}

export const enumRule = {
  create(context) {
    const here = place(context.filename);
    if (here.workspace === 'core' && here.area === 'src' && here.folders[0] === 'enum') return {};
    const report = (node, path) =>
      context.report({ node, message: `Declared in '@vitrine/core/enum': use ${path}, or name what differs.` });
    return {
      VariableDeclarator(node) {
        const init = bare(node.init);
        if (node.id.type !== 'Identifier' || !/^[A-Z][A-Z0-9_]+$/.test(node.id.name)) return;
        const member = known.get(`${node.id.name} ${numberOf(init)}`);
        if (member !== undefined) report(node, member);
        const list = init?.type === 'ObjectExpression' ? repeated(init) : undefined;
        if (list !== undefined) report(node, list);
      },
    };
  },
};
