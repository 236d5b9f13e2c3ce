// The link over a MessagePort. The sender's commands of one event-loop turn go in one message. Each batch comes back as
// one message with its events, followed by one with all its outcomes. Words are transferred, not copied piece by piece.

import type { Answer, Command } from '@vitrine/core';
import type { MessagePort } from 'node:worker_threads';
import type { Records } from './intake.ts';
import type { CoreKit } from './kit.ts';
import { type Batch, type ExchangeLink, IntakeError, type IntakeState, type Outcome, type Seed } from './link.ts';
import { CommandMail, forEachOutcome, forEachTicket, OutcomeMail } from './mail.ts';
import { recordsOf } from './put.ts';
import type { Sequencer } from './sequencer.ts';

type Request =
  /** Consecutive tickets: id, user, number of commands, their records. */
  | { readonly kind: 'submit'; readonly words: Float64Array }
  | { readonly kind: 'ask'; readonly id: number; readonly command: Float64Array }
  | { readonly kind: 'seed'; readonly id: number }
  | { readonly kind: 'clock'; readonly id: number; readonly ahead: number };

/** `code` 0: an internal fault, not an intake code. */
interface Failure {
  readonly kind: 'failed';
  readonly id: number;
  readonly code: 0 | IntakeError['code'];
  readonly message: string;
}

type Reply =
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** Consecutive tickets: id, number of outcomes, time, their words. */
  | { readonly kind: 'outcomes'; readonly words: Float64Array }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'seed'; readonly id: number; readonly seed: Seed }
  | { readonly kind: 'clock'; readonly id: number; readonly taken: boolean }
  | { readonly kind: 'state'; readonly state: IntakeState }
  | Failure;

/** Serves one port: sends every committed batch, receives its commands. Returns a function that stops it. */
export function serveLink(sequencer: Sequencer, port: MessagePort): () => void {
  const send = (reply: Reply, transfer: readonly ArrayBuffer[] = []) => port.postMessage(reply, transfer);
  const fail = (id: number, error: unknown) =>
    send({
      kind: 'failed',
      id,
      code: error instanceof IntakeError ? error.code : 0,
      message: error instanceof Error ? error.message : String(error),
    });
  const mail = new OutcomeMail();
  const submit = (id: number, user: number, { words, from, to, count }: Records) => {
    try {
      sequencer.submit({
        words,
        from,
        to,
        count,
        user,
        settle(outcomes, first) {
          // All outcomes of a batch settle in the same turn, so one message after the batch carries them.
          if (mail.isEmpty) {
            queueMicrotask(() => {
              const words = mail.take();
              send({ kind: 'outcomes', words }, [words.buffer]);
            });
          }
          mail.add(id, outcomes, first, count);
        },
        fail: (error) => fail(id, error),
      });
    } catch (error) {
      fail(id, error);
    }
  };
  const stops = [
    sequencer.onBatch((batch) => {
      const events = batch.events.slice();
      send({ kind: 'batch', batch: { ...batch, events } }, [events.buffer]);
    }),
    sequencer.onState((state) => send({ kind: 'state', state })),
  ];
  port.on('message', (request: Request) => {
    if (request.kind === 'submit') {
      forEachTicket(request.words, submit);
      return;
    }
    const { id } = request;
    switch (request.kind) {
      case 'ask':
        sequencer.ask(request.command).then(
          (answer) => send({ kind: 'answer', id, answer }),
          (error: unknown) => fail(id, error),
        );
        return;
      case 'clock':
        send({ kind: 'clock', id, taken: sequencer.confirmClock(request.ahead) });
        return;
      case 'seed':
        sequencer.seed().then(
          (seed) =>
            send({ kind: 'seed', id, seed }, seed.events.buffer instanceof ArrayBuffer ? [seed.events.buffer] : []),
          (error: unknown) => fail(id, error),
        );
        return;
    }
  });
  send({ kind: 'state', state: sequencer.state() });
  return () => {
    for (const stop of stops) stop();
    port.close();
  };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The other end of a port. When the port closes, waiting requests fail with "not known" and new ones are rejected. */
export function connectLink(kit: Pick<CoreKit, 'encode'>, port: MessagePort): ExchangeLink {
  const waiting = new Map<number, Waiting>();
  const batchListeners = new Set<(batch: Batch) => void>();
  const stateListeners = new Set<(state: IntakeState) => void>();
  let state: IntakeState = { taking: false, reason: 'the exchange is starting' };
  let lastId = 0;
  let closed = false;
  /** Until the other end has sent its state, requests are sent rather than rejected on a guess. */
  let heard = false;

  const setState = (next: IntakeState) => {
    state = next;
    for (const listener of stateListeners) listener(next);
  };
  const take = (id: number): Waiting | undefined => {
    const entry = waiting.get(id);
    waiting.delete(id);
    return entry;
  };
  port.on('message', (reply: Reply) => {
    switch (reply.kind) {
      case 'batch':
        for (const listener of batchListeners) listener(reply.batch);
        return;
      case 'outcomes':
        forEachOutcome(reply.words, (id, own) => take(id)?.resolve(own));
        return;
      case 'answer':
        take(reply.id)?.resolve(reply.answer);
        return;
      case 'clock':
        take(reply.id)?.resolve(reply.taken);
        return;
      case 'seed':
        take(reply.id)?.resolve(reply.seed);
        return;
      case 'state':
        heard = true;
        setState(reply.state);
        return;
      case 'failed': {
        const { code, message } = reply;
        take(reply.id)?.reject(code === 0 ? new Error(message) : new IntakeError(code, message));
        return;
      }
    }
  });
  port.on('close', () => {
    closed = true;
    setState({ taking: false, reason: 'the exchange has stopped' });
    for (const [, entry] of waiting)
      entry.reject(new IntakeError('server.unknown', 'the exchange stopped before it answered'));
    waiting.clear();
  });

  const expectOpen = () => {
    if (closed) throw new IntakeError('server.notTaking', 'the exchange has stopped; nothing was done');
  };
  const request = async <T>(make: (id: number) => Request): Promise<T> => {
    expectOpen();
    lastId += 1;
    const id = lastId;
    return await new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      port.postMessage(make(id));
    });
  };

  /** Commands submitted in this event-loop turn. */
  const outgoing = new CommandMail();
  const flush = () => {
    if (closed) return;
    const words = outgoing.take();
    port.postMessage({ kind: 'submit', words } satisfies Request, [words.buffer]);
  };
  const put = async (commands: readonly Command[], user: number): Promise<readonly Outcome[]> => {
    expectOpen();
    if (heard && !state.taking) {
      throw new IntakeError('server.notTaking', `${state.reason ?? 'orders are not taken'}; nothing was done`);
    }
    const words = commands.map((command) => kit.encode(command));
    lastId += 1;
    const id = lastId;
    return await new Promise<readonly Outcome[]>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      if (outgoing.isEmpty) setImmediate(flush);
      outgoing.add(id, user, words);
    });
  };

  return {
    async submit(command, user = 0) {
      const [outcome] = await put([command], user);
      if (outcome === undefined) throw new Error('a command was answered without an outcome');
      return outcome;
    },
    submitRun: (commands) => put(commands, 0),
    ask: (command) => request<Answer>((id) => ({ kind: 'ask', id, command: kit.encode(command) })),
    seed: () => request<Seed>((id) => ({ kind: 'seed', id })),
    confirmClock: (ahead) => request<boolean>((id) => ({ kind: 'clock', id, ahead })),
    onBatch(listener) {
      batchListeners.add(listener);
      return () => void batchListeners.delete(listener);
    },
    onState(listener) {
      stateListeners.add(listener);
      return () => void stateListeners.delete(listener);
    },
    state: () => state,
  };
}

/** The link within the sequencer's thread. */
export function localLink(kit: Pick<CoreKit, 'encode'>, sequencer: Sequencer): ExchangeLink {
  const put = (commands: readonly Command[], user: number) =>
    new Promise<readonly Outcome[]>((resolve, reject) => {
      sequencer.submit({
        ...recordsOf(kit, commands),
        user,
        settle: (outcomes, first) => resolve(commands.map((_, index) => outcomes.read(first + index))),
        fail: reject,
      });
    });
  return {
    async submit(command, user = 0) {
      const [outcome] = await put([command], user);
      if (outcome === undefined) throw new Error('a command was answered without an outcome');
      return outcome;
    },
    submitRun: (commands) => put(commands, 0),
    ask: async (command) => await sequencer.ask(kit.encode(command)),
    seed: () => sequencer.seed(),
    confirmClock: async (ahead) => sequencer.confirmClock(ahead),
    // The sequencer reuses a batch's words, and followers may keep them.
    onBatch: (listener) => sequencer.onBatch((batch) => listener({ ...batch, events: batch.events.slice() })),
    onState: (listener) => sequencer.onState(listener),
    state: () => sequencer.state(),
  };
}
