// Addresses: one a customer and chain for ever, whoever asks and however often; none from another key than the signer's.

import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountKeys, checkDerivation, MAX_INDEX } from '../../../src/custody/address/account.ts';
import { type AccountSigner, createAddresses, expectOwnKeys } from '../../../src/custody/address/index.ts';
import type { ChainName } from '../../../src/custody/rail/index.ts';
import { type CustodyTestDatabase, custodyDatabase } from '../support/database.ts';
import { fakeChain, fakeSigner, foreign } from '../support/fake-chain.ts';

let database: CustodyTestDatabase;
const chains = [fakeChain('practice'), fakeChain('ethereum')];
const signer = fakeSigner('one house');
const ANNA = { userId: '11', coreUser: 2 };
const BEN = { userId: '12', coreUser: 3 };

const open = (
  over: { seed?: string; signer?: AccountSigner; cold?: Partial<Record<ChainName, string>>; now?: number } = {},
) =>
  createAddresses({
    parts: { db: database.db, now: () => over.now ?? 1_000_000 },
    chains,
    signer: over.signer ?? (over.seed === undefined ? signer : fakeSigner(over.seed)),
    cold: over.cold ?? {},
  });

beforeAll(async () => {
  database = await custodyDatabase();
});
afterAll(() => database?.stop());
beforeEach(async () => {
  await database.db.deleteFrom('custody_addresses').execute();
  await database.db.deleteFrom('custody_users').execute();
  await database.db.deleteFrom('custody_hot_addresses').execute();
});

describe('§8 addresses', () => {
  it('a customer has one a chain, the same ever after and after a restart; a second customer another', async () => {
    const addresses = await open();
    const anna = await addresses.of(ANNA, 'ethereum');
    const ben = await addresses.of(BEN, 'ethereum');
    expect(anna).not.toBe(ben);
    expect(await addresses.of(ANNA, 'practice')).not.toBe(anna);
    const again = await open();
    expect(again.owner('ethereum', anna)).toMatchObject(ANNA);
    expect(await again.of(ANNA, 'ethereum')).toBe(anna);
    expect(again.owner('ethereum', ben)).toMatchObject(BEN);
    expect(again.owner('practice', anna)).toBeUndefined();
    expect(again.owner('ethereum', again.hot('ethereum'))).toBeUndefined();
  });

  it('two tabs and two processes at once get one address', async () => {
    const [one, two] = [await open(), await open()];
    const asked = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two).of(ANNA, 'practice'));
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    expect(await database.db.selectFrom('custody_users').selectAll().execute()).toHaveLength(1);
    expect(one.all('practice')).toHaveLength(2);
  });

  it('another process’s are known after a refresh', async () => {
    const [one, two] = [await open({ now: 5_000_000 }), await open({ now: 4_900_000 })];
    await one.of(BEN, 'practice');
    const address = await two.of(ANNA, 'practice');
    expect(one.owner('practice', address)).toBeUndefined();
    await one.refresh();
    expect(one.owner('practice', address)).toMatchObject(ANNA);
  });

  it('stand at 0/index, the hot wallet at 1/0, and have the keys that the signer has', async () => {
    const addresses = await open();
    const address = await addresses.of(ANNA, 'ethereum');
    const { index } = addresses.owner('ethereum', address) ?? { index: -1 };
    const keys = addresses.publicKeyOf('ethereum');
    const root = signer.key('ethereum');
    expect(keys({ kind: 'deposit', index })).toEqual(root.derive(`m/0/${index}`).publicKey);
    expect(keys({ kind: 'hot' })).toEqual(root.derive('m/1/0').publicKey);
    expect(addresses.all('ethereum')).toEqual([
      { address: addresses.hot('ethereum'), source: { kind: 'hot' } },
      { address, source: { kind: 'deposit', index } },
    ]);
  });

  it('are loaded in pages', async () => {
    const keys = accountKeys(await signer.account('practice'));
    const [chain] = chains;
    await database.db
      .insertInto('custody_addresses')
      .values(
        Array.from({ length: 40 }, (_, index) => ({
          ...{ chain: 'practice', user_id: String(index), core_user: String(index), index, created_at: '1' },
          address: chain?.codec.address(keys({ kind: 'deposit', index })) ?? '',
        })),
      )
      .execute();
    const addresses = await createAddresses({
      parts: { db: database.db, now: () => 1 },
      ...{ chains, signer, cold: {}, page: 7 },
    });
    expect(addresses.all('practice').map(({ source }) => (source.kind === 'hot' ? -1 : source.index))).toEqual(
      Array.from({ length: 41 }, (_, at) => at - 1),
    );
  });
});

describe('addresses from a wrong key', () => {
  it('a signer with another key is refused before anything is paid to it', async () => {
    await (await open()).of(ANNA, 'ethereum');
    await expect(open({ seed: 'another house' })).rejects.toThrow('the signer');
  });

  it('issue 14: a wrong seed of any version is refused at the start, however few addresses it has', async () => {
    const keys = (one: string, two: string) => ({
      account: (chain: ChainName) => fakeSigner(two).account(chain),
      accounts: async (chain: ChainName) => [
        { version: 1, xpub: await fakeSigner(one).account(chain) },
        { version: 2, xpub: await fakeSigner(two).account(chain) },
      ],
    });
    const codecs = chains.map(({ codec }) => codec);
    const start = (own: AccountSigner) => expectOwnKeys(database.db, codecs, own);
    const made = async (own: AccountSigner, people: number, from: number) => {
      const addresses = await open({ signer: own });
      for (let at = from; at < from + people; at += 1)
        await addresses.of({ userId: String(100 + at), coreUser: 100 + at }, 'practice');
    };
    await made(signer, 40, 0);
    const right = keys('one house', 'its second seed');
    await made(right, 1, 40);
    await start(right);
    await expect(start(keys('one house', 'another'))).rejects.toThrow("the signer's key 2 gives");
    await expect(start(keys('one house', 'one house'))).rejects.toThrow("the signer's key 2 gives");
    await expect(start(keys('another', 'its second seed'))).rejects.toThrow("the signer's key 1 gives");
    await expect(start(signer)).rejects.toThrow("expected the signer's key 2, it has 1: restore that seed");
  });

  it('issue 14: so is a wrong seed that only the hot wallet had', async () => {
    const account = { account: (chain: ChainName) => signer.account(chain) };
    const keys = (two: string) => ({
      ...account,
      accounts: async (chain: ChainName) => [
        { version: 1, xpub: await signer.account(chain) },
        { version: 2, xpub: await fakeSigner(two).account(chain) },
      ],
    });
    const codecs = chains.map(({ codec }) => codec);
    await open({ signer: keys('its second seed') });
    await expectOwnKeys(database.db, codecs, keys('its second seed'));
    await expect(expectOwnKeys(database.db, codecs, keys('another'))).rejects.toThrow(
      /expected pr[0-9a-f]+ at practice 1\/0, the signer's key 2 gives pr/,
    );
    await expect(open({ signer: keys('another') })).rejects.toThrow("the signer's key 2 gives");
    await expect(expectOwnKeys(database.db, codecs, account)).rejects.toThrow('restore that seed');
  });

  it('a customer who is another in the exchange is refused', async () => {
    const addresses = await open();
    await addresses.of(ANNA, 'ethereum');
    await expect(addresses.of({ ...ANNA, coreUser: 9 }, 'practice')).rejects.toThrow('expected customer 11 to be 2');
  });

  it('a cold address is the house’s own elsewhere: of that chain, not hot, not a customer’s', async () => {
    const cold = foreign('ethereum', 'vault');
    const addresses = await open({ cold: { ethereum: cold.toUpperCase() } });
    expect(addresses.cold('ethereum')).toBe(cold);
    expect(addresses.cold('practice')).toBeUndefined();
    const own = await addresses.of(ANNA, 'ethereum');
    await expect(open({ cold: { ethereum: own } })).rejects.toThrow('customer');
    await expect(open({ cold: { ethereum: addresses.hot('ethereum') } })).rejects.toThrow('hot');
    await expect(open({ cold: { ethereum: foreign('practice', 'x') } })).rejects.toThrow('format');
  });

  it('BIP 32: the known vector holds; a private key, a hardened or broken index is refused', () => {
    checkDerivation();
    const root = HDKey.fromMasterSeed(Buffer.alloc(32, 7));
    expect(() => accountKeys(root.privateExtendedKey)).toThrow('private');
    const keys = accountKeys(root.publicExtendedKey);
    for (const index of [-1, 0.5, MAX_INDEX + 1]) expect(() => keys({ kind: 'deposit', index })).toThrow('index');
    // BIP 84's own vector: account key and the keys of its first addresses.
    const account = HDKey.fromExtendedKey(
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      { private: 0x04b2430c, public: 0x04b24746 },
    );
    const plain = new HDKey({
      publicKey: account.publicKey ?? Buffer.alloc(0),
      chainCode: account.chainCode ?? Buffer.alloc(0),
    });
    expect(Buffer.from(accountKeys(plain.publicExtendedKey)({ kind: 'deposit', index: 0 })).toString('hex')).toBe(
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    );
  });
});
