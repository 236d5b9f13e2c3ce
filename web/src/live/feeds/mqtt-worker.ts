// The message feed (MQTT 3.1.1) in a worker: browsers slow down timers of hidden pages, but not these.

import {
  connectPacket,
  disconnectPacket,
  type Packet,
  PacketReader,
  pingPacket,
  subscribePacket,
  unsubscribePacket,
} from './mqtt-packet.ts';
import { retryPause } from './socket.ts';

/** Seconds between keep-alive packets (spec §9). */
const KEEPALIVE_S = 5;
/** A connection that is not accepted, or is silent for this long, is closed. */
const SILENCE_MS = 3 * KEEPALIVE_S * 1_000;
const SUBPROTOCOL = 'mqtt';

/** Messages from the page to the worker. */
export type ToWorker =
  | { readonly type: 'start'; readonly url: string }
  | { readonly type: 'topics'; readonly topics: readonly string[] }
  /** The answer to `credentials`; none: as a guest. */
  | { readonly type: 'credentials'; readonly username?: string; readonly password?: string }
  | { readonly type: 'stop' };

/** Messages from the worker to the page. */
export type FromWorker =
  | { readonly type: 'credentials' }
  | { readonly type: 'status'; readonly open: boolean }
  | { readonly type: 'message'; readonly topic: string; readonly text: string }
  | { readonly type: 'fault'; readonly text: string };

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;

let url = '';
let topics: readonly string[] = [];
let socket: WebSocket | undefined;
let accepted = false;
let attempts = 0;
let running = false;
let lastId = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let silenceTimer: ReturnType<typeof setTimeout> | undefined;
let pingTimer: ReturnType<typeof setInterval> | undefined;

scope.onmessage = ({ data }) => {
  if (data.type === 'start') {
    url = data.url;
    running = true;
    scope.postMessage({ type: 'credentials' });
  } else if (data.type === 'credentials') {
    // A ticket works once, so each connection uses new credentials.
    if (running) connect(data.username, data.password);
  } else if (data.type === 'topics') {
    changeTopics(data.topics);
  } else {
    running = false;
    clearTimeout(retryTimer);
    leave();
  }
};

function connect(username: string | undefined, password: string | undefined): void {
  leave();
  const mine = new WebSocket(url, SUBPROTOCOL);
  const reader = new PacketReader();
  socket = mine;
  mine.binaryType = 'arraybuffer';
  mine.onopen = () =>
    mine.send(connectPacket({ clientId: `page-${crypto.randomUUID()}`, keepalive: KEEPALIVE_S, username, password }));
  mine.onmessage = (event: MessageEvent<unknown>) => {
    if (socket !== mine || !(event.data instanceof ArrayBuffer)) return;
    watchSilence();
    try {
      for (const packet of reader.read(new Uint8Array(event.data))) take(packet);
    } catch (error) {
      scope.postMessage({ type: 'fault', text: error instanceof Error ? error.message : String(error) });
      mine.close();
    }
  };
  mine.onclose = () => {
    if (socket === mine) retry();
  };
  watchSilence();
}

function take(packet: Packet): void {
  if (packet.type === 'connack') {
    if (!packet.accepted) {
      scope.postMessage({ type: 'fault', text: `the connection was refused for reason ${packet.reason}` });
      retry();
      return;
    }
    accepted = true;
    scope.postMessage({ type: 'status', open: true });
    pingTimer = setInterval(() => socket?.send(pingPacket()), KEEPALIVE_S * 1_000);
    if (topics.length > 0) socket?.send(subscribePacket(nextId(), topics));
  } else if (packet.type === 'message') {
    attempts = 0;
    scope.postMessage({ type: 'message', topic: packet.topic, text: packet.text });
  } else if (packet.type === 'suback' && packet.granted.includes(false)) {
    scope.postMessage({ type: 'fault', text: 'a topic was refused' });
  }
}

function changeTopics(wanted: readonly string[]): void {
  const gone = topics.filter((topic) => !wanted.includes(topic));
  const added = wanted.filter((topic) => !topics.includes(topic));
  topics = wanted;
  if (!accepted) return;
  if (gone.length > 0) socket?.send(unsubscribePacket(nextId(), gone));
  if (added.length > 0) socket?.send(subscribePacket(nextId(), added));
}

function retry(): void {
  leave();
  scope.postMessage({ type: 'status', open: false });
  if (!running) return;
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => scope.postMessage({ type: 'credentials' }), retryPause(attempts, Math.random));
  attempts += 1;
}

function watchSilence(): void {
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(retry, SILENCE_MS);
}

/** Drops the current connection and its timers. */
function leave(): void {
  const old = socket;
  socket = undefined;
  clearTimeout(silenceTimer);
  clearInterval(pingTimer);
  if (accepted && old?.readyState === WebSocket.OPEN) old.send(disconnectPacket());
  accepted = false;
  old?.close();
}

function nextId(): number {
  lastId = (lastId % 65_535) + 1;
  return lastId;
}
