// Our deposit addresses: made once per customer and chain, stored before they are shown, then kept in memory.

import { sql } from 'kysely';
import type { Addresses, Customer } from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import { type Chain, type ChainName, depositSource, FIRST_VERSION, hotSource } from '../rail/index.ts';
import { type AccountKeys, checkDerivation, versionedKeys } from './account.ts';
import { Known } from './known.ts';
import { accountsOf, type AccountSigner, expectMade, keepHot } from './own-keys.ts';

const PAGE = 5_000;
/** How far before the newest known row other processes' rows are searched, ms: clocks differ and commits take time. */
const BACK = 600_000;

export interface AddressOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'now'>;
  readonly chains: readonly Chain[];
  readonly signer: AccountSigner;
  /** The operator's cold addresses, from the settings. */
  readonly cold: Readonly<Partial<Record<ChainName, string>>>;
  /** Addresses per read; tests use fewer. */
  readonly page?: number;
}

export interface KnownAddresses extends Addresses {
  /** Loads addresses made by other processes; called before a chain's blocks are read. */
  refresh(): Promise<void>;
}

interface Ours {
  readonly chain: Chain;
  readonly keys: AccountKeys;
  /** Active key version, and its hot address. */
  readonly active: number;
  readonly hot: string;
  readonly cold: string | undefined;
  readonly known: Known;
}

/**
 * Addresses below the signer's account keys.
 * @throws if derivation is not BIP 32's, if stored addresses were made from another key, or for a cold address that is
 *   not valid on its chain or is one of ours.
 */
export async function createAddresses({
  parts,
  chains,
  signer,
  cold,
  page = PAGE,
}: AddressOptions): Promise<KnownAddresses> {
  const { db, now } = parts;
  checkDerivation();
  const ours = new Map<ChainName, Ours>();
  for (const chain of chains) {
    const accounts = await accountsOf(signer, chain.name);
    const versions = accounts.map(({ version }) => version);
    const active = versions.at(-1) ?? FIRST_VERSION;
    const keys = versionedKeys(accounts);
    const hots = versions.toReversed().map((version) => {
      const source = hotSource(version);
      return { address: chain.codec.address(keys(source)), source };
    });
    const hot = chain.codec.address(keys(hotSource(active)));
    const outside = coldOf(
      chain,
      cold[chain.name],
      hots.map(({ address }) => address),
    );
    await keepHot(db, chain.codec, keys, active);
    ours.set(chain.name, { chain, keys, active, hot, cold: outside, known: new Known(hots, active) });
  }
  /** Newest time of a loaded row. */
  let newest = 0;

  function on(name: ChainName): Ours {
    const found = ours.get(name);
    if (found === undefined) throw new Error(`expected one of the chains ${[...ours.keys()].join(', ')}, got ${name}`);
    return found;
  }

  function addressAt({ chain, keys }: Ours, index: number, version: number): string {
    return chain.codec.address(keys(depositSource(index, version)));
  }

  interface Row {
    readonly chain: string;
    readonly address: string;
    readonly user_id: string;
    readonly core_user: string;
    readonly index: number;
    readonly key_version: number;
    readonly created_at: string;
  }

  /** Rows of chains that are not configured now are ignored. */
  function take(row: Row): void {
    const found = [...ours.values()].find(({ chain }) => chain.name === row.chain);
    if (found === undefined) return;
    found.known.add({
      ...{ address: row.address, userId: row.user_id, index: row.index, version: row.key_version },
      coreUser: Number.parseInt(row.core_user, 10),
    });
    newest = Math.max(newest, Number.parseInt(row.created_at, 10));
  }

  /**
   * Checks that the first and last address of a page were made from this key; otherwise none may be used, because coins
   * would go where nobody has keys.
   */
  function prove(rows: readonly Row[]): void {
    for (const row of [rows[0], rows.at(-1)]) {
      const found = [...ours.values()].find(({ chain }) => chain.name === row?.chain);
      if (row === undefined || found === undefined) continue;
      expectMade(row, found.chain.codec, found.keys);
    }
  }

  /** Reads stored addresses page by page, by primary key, from a time on. */
  async function load(from: number): Promise<void> {
    let after: Row | undefined;
    for (;;) {
      let query = db
        .selectFrom('custody_addresses')
        .selectAll()
        .where('created_at', '>=', String(from))
        .orderBy('chain')
        .orderBy('address')
        .limit(page);
      if (after !== undefined) query = query.where(sql<boolean>`(chain, address) > (${after.chain}, ${after.address})`);
      const rows: readonly Row[] = await query.execute();
      prove(rows);
      for (const row of rows) take(row);
      after = rows.at(-1);
      if (rows.length < page) return;
    }
  }

  /** The customer's index, the same on every chain. */
  async function indexOf({ userId, coreUser }: Customer): Promise<number> {
    const find = () =>
      db.selectFrom('custody_users').select(['index', 'core_user']).where('user_id', '=', userId).executeTakeFirst();
    let row = await find();
    if (row === undefined) {
      await db
        .insertInto('custody_users')
        .values({ user_id: userId, core_user: String(coreUser) })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute();
      row = await find();
    }
    if (row?.core_user !== String(coreUser))
      throw new Error(`expected customer ${userId} to be ${row?.core_user} in the exchange, got ${coreUser}`);
    return row.index;
  }

  /** The first process stores it; all others read the stored one. */
  async function make(found: Ours, customer: Customer): Promise<string> {
    const { name } = found.chain;
    const index = await indexOf(customer);
    const { active } = found;
    const address = addressAt(found, index, active);
    await db
      .insertInto('custody_addresses')
      .values({
        ...{ chain: name, address, user_id: customer.userId, core_user: String(customer.coreUser), index },
        ...{ key_version: active, created_at: String(now()) },
      })
      .onConflict((conflict) => conflict.columns(['chain', 'user_id', 'key_version']).doNothing())
      .execute();
    const row = await db
      .selectFrom('custody_addresses')
      .selectAll()
      .where('chain', '=', name)
      .where('user_id', '=', customer.userId)
      .where('key_version', '=', active)
      .executeTakeFirstOrThrow();
    prove([row]);
    take(row);
    return row.address;
  }

  await load(0);
  for (const { cold: address, known, chain } of ours.values())
    if (address !== undefined && known.owner(address) !== undefined)
      throw new Error(`expected a cold address of ${chain.name} outside the hot keys, got a customer's`);

  return {
    async of(customer, chain) {
      const found = on(chain);
      return found.known.of(customer.userId) ?? (await make(found, customer));
    },
    owner: (chain, address) => ours.get(chain)?.known.owner(address),
    hot: (chain) => on(chain).hot,
    hotSource: (chain) => hotSource(on(chain).active),
    isHot: (chain, address) => ours.get(chain)?.known.isHot(address) ?? false,
    cold: (chain) => ours.get(chain)?.cold,
    all: (chain) => on(chain).known.all(),
    publicKeyOf: (chain) => on(chain).keys,
    refresh: () => load(Math.max(0, newest - BACK)),
  };
}

function coldOf(chain: Chain, address: string | undefined, hots: readonly string[]): string | undefined {
  if (address === undefined) return undefined;
  const verdict = chain.codec.check(address);
  if (verdict !== 'ok') throw new Error(`expected a cold address of ${chain.name}, got one of verdict ${verdict}`);
  const spelled = chain.codec.spell(address);
  if (hots.includes(spelled)) throw new Error(`expected a cold address of ${chain.name} that is not its hot one`);
  return spelled;
}
