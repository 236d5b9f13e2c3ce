// Verification over a real PostgreSQL, with photos in a real folder; standing and messages only record their calls.

import { KYC_STATE, type UploadPurpose } from '@vitrine/contract';
import { Kysely, PostgresDialect } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createFiles, type Files, type FileTables, openFolderStore } from '../../../src/account/files/index.ts';
import { IdentityRefusal, type Standing } from '../../../src/account/identity/index.ts';
import { createKyc, type Kyc, type KycSubmission, type KycTables } from '../../../src/account/kyc/index.ts';
import type { Messages, Notice } from '../../../src/account/messages/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';
import { jpeg } from '../files/pictures.ts';

export const START = Date.UTC(2026, 10, 21, 12);

export interface KycWorld {
  readonly kyc: Kyc;
  readonly files: Files;
  readonly db: Kysely<KycTables>;
  /** Every stage reported to standing, as `user:stage`. */
  readonly stages: string[];
  readonly notices: { readonly userId: string; readonly notice: Notice }[];
  readonly faults: unknown[];
  /** What standing does at the next report; afterwards nothing. */
  onStage: (() => Promise<void>) | undefined;
  now: number;
  someone(): string;
  /** A stage 1 that is right. */
  one(extra?: Partial<KycSubmission>): KycSubmission;
  /** Three photos of that customer's, as stage 2. */
  two(userId: string, extra?: Partial<KycSubmission>): Promise<KycSubmission>;
  link(userId: string, picture?: number, purpose?: UploadPurpose): Promise<string>;
  /** The newest case of a customer's stage. */
  caseOf(userId: string, stage: 1 | 2): Promise<string>;
  /** Brings a customer's stage into a state by what people do. */
  bring(userId: string, stage: 1 | 2, state: number): Promise<void>;
  stop(): Promise<void>;
}

/** The code of a refusal; 200 when there was none. */
export async function codeOf(act: Promise<unknown>): Promise<number> {
  return (await refusalOf(act))?.code ?? 200;
}

/** The refusal that something ends with. */
export async function refusalOf(act: Promise<unknown>): Promise<IdentityRefusal | undefined> {
  try {
    await act;
    return undefined;
  } catch (error) {
    if (error instanceof IdentityRefusal) return error;
    throw error;
  }
}

export async function startKyc(): Promise<KycWorld> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  // As the house opens it: int8 comes as text.
  const { types: _, ...config } = database.connection;
  const pool = new pg.Pool({ ...config, max: 6 });
  surviveLoss(pool);
  const db = new Kysely<KycTables & FileTables>({ dialect: new PostgresDialect({ pool }) });
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-kyc-'));
  const vault = createVault(new Uint8Array(32).fill(9));
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const now = () => world.now;
  const files = createFiles({
    db: db as unknown as Kysely<FileTables>,
    vault,
    store: await openFolderStore(folder),
    now,
    onFault,
  });
  const stages: string[] = [];
  const notices: KycWorld['notices'] = [];
  const kyc = createKyc({
    db: db as unknown as Kysely<KycTables>,
    vault,
    files,
    standing: {
      setStage: async (userId: string, stage: number) => {
        const act = world.onStage;
        world.onStage = undefined;
        await act?.();
        stages.push(`${userId}:${stage}`);
      },
      verificationChanged: () => undefined,
    } as unknown as Standing,
    messages: {
      notice: async (userId: string, notice: Notice) => void notices.push({ userId, notice }),
    } as unknown as Messages,
    now,
    onFault,
  });
  const pictures = await Promise.all([1, 2, 3, 4, 5].map((seed) => jpeg(seed, 64, 48)));
  let users = 5_000;

  const world: KycWorld = {
    kyc,
    files,
    db: db as unknown as Kysely<KycTables>,
    stages,
    notices,
    faults,
    onStage: undefined,
    now: START,
    someone: () => String((users += 1)),
    one: (extra = {}) => ({
      stage: 1,
      name: 'Ann Émilie O’Hara',
      country: 'GB',
      documentType: 1,
      documentNo: 'AB 123456-C',
      ...extra,
    }),
    async two(userId, extra = {}) {
      const [front, back, handheld] = await Promise.all([0, 1, 2].map((at) => world.link(userId, at)));
      return { stage: 2, front, back, handheld, ...extra };
    },
    async link(userId, picture = 0, purpose = 'kyc') {
      return (await files.put(userId, purpose, { name: 'p.jpg', bytes: pictures[picture] ?? Buffer.alloc(0) })).link;
    },
    async caseOf(userId, stage) {
      const row = await db
        .selectFrom('kyc_cases')
        .select('id')
        .where('user_id', '=', userId)
        .where('stage', '=', stage)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async bring(userId, stage, state) {
      if (state === KYC_STATE.none) return;
      await kyc.submit(userId, stage === 1 ? world.one() : await world.two(userId));
      const id = await world.caseOf(userId, stage);
      if (state === KYC_STATE.passed) await kyc.pass(id);
      const field = stage === 1 ? 'name' : 'front';
      if (state === KYC_STATE.failed) await kyc.refuse(id, [{ field, reason: 'unreadable', note: null }]);
    },
    async stop() {
      await kyc.stop();
      await files.stop();
      await db.destroy();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}
