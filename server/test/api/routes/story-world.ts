// The API over the real live projection and the real views with the same history; accounts are fakes, the exchange is unused.

import type { FastifyInstance } from 'fastify';
import type { Alerts } from '../../../src/automation/alerts/index.ts';
import type { AutoRepays } from '../../../src/automation/auto-repay/index.ts';
import { createEdge } from '../../../src/api/http/index.ts';
import type { RequestKeys } from '../../../src/api/idempotency/index.ts';
import type { Identity } from '../../../src/account/identity/index.ts';
import type { BondClaims } from '../../../src/otc/bond-claims/index.ts';
import type { Past } from '../../../src/markets/index.ts';
import type { OtcChat } from '../../../src/otc/chat/index.ts';
import type { People } from '../../../src/account/users/index.ts';
import { type BatchLink, createLive, type Live } from '../../../src/projection/live/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { createRoutes } from '../../../src/api/routes/index.ts';
import type { ExchangeLink } from '../../../src/engine/sequencer/index.ts';
import {
  type FoldBatch,
  migrateAll,
  openFolder,
  openReads,
  type ViewsReads,
} from '../../../src/projection/views/index.ts';
import { storyBatches } from '../../support/story.ts';
import { openContent } from '../../content/content-world.ts';
import { fakeCustody } from '../http/fake-custody.ts';
import { fakeSessions, openGuardian, ORIGIN, testBodies } from '../http/harness.ts';

export interface StoryWorld {
  readonly app: FastifyInstance;
  readonly live: Live;
  readonly reads: ViewsReads;
  stop(): Promise<void>;
}

/** Ann is the story's user 2 and signs in as alice, Ben is 3 and signs in as bob. `past`: its practice history. */
export async function startStory(past?: Past): Promise<StoryWorld> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const folder = await openFolder({
    connection: database.connection,
    onTrouble: (error) => {
      throw error;
    },
  });
  const batches = storyBatches();
  for (const batch of batches) folder.push(batch);
  await folder.reached(batches.length);
  await folder.stop();
  const reads = openReads(database.connection);
  const live = await liveOf(batches, past);
  const articles = await openContent(database);
  const link = { state: () => ({ taking: true }) } as unknown as ExchangeLink;
  const routes = createRoutes({
    link,
    live,
    reads,
    people: peopleOf({ ...fakeIdentity(), sessions: fakeSessions }),
    alerts: noAlerts,
    repays: noRepays,
    custody: fakeCustody(),
    otcChat: noChat,
    bondClaims: noClaims,
    content: articles.content,
    requestKeys: noKeys,
    funds: { underWay: () => [], limits: () => undefined, rules: () => undefined },
    mode: 'practice',
    past,
    prices: 'simulated',
    seedHash: 'ab'.repeat(32),
  });
  const app = await createEdge({
    link,
    live,
    sessions: fakeSessions,
    guardian: openGuardian,
    sealed: await testBodies(),
    requestKeys: noKeys,
    ...routes,
    mode: 'practice',
    origins: () => new Set([ORIGIN]),
    secure: false,
    version: '0.0.0',
    limits: { calls: 100_000, secrets: 100_000 },
    readSlot: 0,
    checkAnswers: true,
  });
  return {
    app,
    live,
    reads,
    async stop() {
      await app.close();
      await reads.close();
      await articles.stop();
      await database.stop();
    },
  };
}

/** Nobody of the story asked for alerts. */
const noAlerts = { list: async () => [] } as unknown as Alerts;

/** Nor borrowed. */
const noRepays = {} as AutoRepays;

/** Nor sent a key that the journal does not keep. */
const noKeys: Pick<RequestKeys, 'find' | 'run' | 'void'> = {
  run: ({ act }) => act(),
  find: async () => undefined,
  void: async () => ({ state: 'never' }),
};

/** Nor dealt over the counter. */
const noChat = {} as OtcChat;
const noClaims = {
  list: async () => ({ records: [], total: 0, size: 15, current: 1, pages: 0 }),
} as unknown as BondClaims;

/** People of whom only identity and a verification nobody sent is there: a story asks no more of them. */
function peopleOf(identity: Identity): People {
  const kyc = { states: async () => ({ certified: 0, advanced: 0 }) } as unknown as People['kyc'];
  const inbox = { list: async () => [] } as unknown as People['inbox'];
  const appeals = { own: async () => [] } as unknown as People['appeals'];
  return new Proxy({ identity, kyc, inbox, appeals } as People, {
    get: (there, part) => (part in there ? Reflect.get(there, part) : {}),
  });
}

async function liveOf(batches: readonly FoldBatch[], past: Past | undefined): Promise<Live> {
  let tell: (batch: FoldBatch) => void = () => undefined;
  const link: BatchLink = {
    onBatch: (next) => {
      tell = next as (batch: FoldBatch) => void;
      return () => undefined;
    },
    seed: async () => ({ row: 0, seq: 0, time: 0, rowHash: '', events: new Float64Array(0) }),
  };
  const live = await createLive(link, past === undefined ? {} : { dayBefore: past.lastDay });
  for (const batch of batches) tell(batch);
  return live;
}

/** Favourites and profiles in memory. */
function fakeIdentity(): Identity {
  const favourites = new Map<string, string[]>();
  const of = (userId: string) => favourites.get(userId) ?? [];
  return {
    favourites: {
      list: async (userId: string) => of(userId),
      add: async (userId: string, row: string) =>
        void favourites.set(userId, [...of(userId).filter((one) => one !== row), row]),
      remove: async (userId: string, row: string) =>
        void favourites.set(
          userId,
          of(userId).filter((one) => one !== row),
        ),
    },
    accounts: {
      find: async (userId: string) => ({
        userId,
        coreUser: Number(userId),
        loginName: null,
        email: 'ann@example.com',
        phone: null,
        inviteCode: 'ANNANN22',
        chatKey: 'chat-1',
        createdAt: 0,
        areaCode: null,
        terms: '2026-11-26',
        avatar: null,
        withdrawalsLockedUntil: 0,
      }),
    },
    inbox: { list: async () => [] },
  } as unknown as Identity;
}
