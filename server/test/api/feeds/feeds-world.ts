// The feeds on the real core: sockets and MQTT on the edge's own server, at a port of its own.

import type { Command } from '@vitrine/core';
import type { AddressInfo } from 'node:net';
import { attachFeeds, type FeedParts } from '../../../src/api/feeds/index.ts';
import { feedSessions } from '../../../src/app/exchange/feed-sessions.ts';
import { type ExchangeEdge, type Person, startExchange } from '../http/exchange-edge.ts';
import { ORIGIN } from '../http/harness.ts';
import { tickSlot } from '../../support/exchange-world.ts';

export interface FeedsWorld extends ExchangeEdge, FeedsPart {}

export interface FeedsPart {
  /** `ws://127.0.0.1:port`. */
  readonly base: string;
  /** Faults without a caller. */
  readonly faults: unknown[];
  /** Moves the feeds' clocks ahead by ms. */
  sleep(ms: number): void;
  userIdOf(person: Person): Promise<string>;
  ticketOf(person: Person): Promise<string>;
  /** Quotes of the market maker: [side, ticks, lots]. */
  quotes(levels: readonly (readonly [side: number, price: number, lots: number])[]): Promise<void>;
}

export async function startFeeds(other: Partial<FeedParts> = {}): Promise<FeedsWorld> {
  return addFeeds(await startExchange(), other);
}

/** Attaches the feeds to a started exchange, with other parts than its own where given; stopping them stops it. */
export async function addFeeds<E extends ExchangeEdge>(
  edge: E,
  other: Partial<FeedParts> = {},
): Promise<E & FeedsPart> {
  const faults: unknown[] = [];
  let ahead = 0;
  const feeds = await attachFeeds(edge.app.server, {
    alerts: edge.alerts,
    custody: edge.custody,
    live: edge.live,
    ownOrigin: (origin) => origin === undefined || origin === ORIGIN,
    addressOf: (request) => request.socket.remoteAddress ?? '',
    standing: edge.identity.standing,
    turnOf: (address) => edge.app.turnOf(address),
    isAnswered: (socket) => edge.app.isAnswered(socket),
    ...feedSessions(edge.identity, edge.people.kyc, (header) => edge.app.parseCookie(header)),
    onFault: (error) => faults.push(error),
    now: () => Date.now() + ahead,
    steady: () => performance.now() + ahead,
    ...other,
  });
  await edge.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = edge.app.server.address() as AddressInfo;
  return {
    ...edge,
    base: `ws://127.0.0.1:${port}`,
    faults,
    sleep(ms) {
      ahead += ms;
    },
    userIdOf: async (person) => (await edge.call(person, '/api/user/getInfo', {})).data.id,
    ticketOf: async (person) => (await edge.call(person, '/api/user/socketTicket', {})).data.ticket,
    async quotes(levels) {
      const quote = {
        name: 'maker.quote',
        market: 1,
        levels: levels.map(([side, price, lots]) => ({ side, price, lots })),
      };
      // With fresh prices: an exchange takes no quotes on stale ones, and a busy machine may let them grow old.
      await edge.link.submit(tickSlot());
      await edge.link.submit(quote as unknown as Command);
    },
    async stop() {
      await feeds.stop();
      await edge.stop();
    },
  };
}
