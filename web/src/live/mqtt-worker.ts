// The message feed (MQTT 3.1.1) in a worker of its own: a hidden tab slows the page's timers, not these.

import mqtt, { type MqttClient } from 'mqtt';
import { retryPause } from './socket.ts';

/** Seconds between life signs (spec §9). */
const KEEPALIVE_S = 5;
const CONNECT_TIMEOUT_MS = 10_000;

/** What the page tells the worker. */
export type ToWorker =
  | { readonly type: 'start'; readonly url: string }
  | { readonly type: 'topics'; readonly topics: readonly string[] }
  /** The answer to `credentials`; none: as a guest. */
  | { readonly type: 'credentials'; readonly username?: string; readonly password?: string }
  | { readonly type: 'stop' };

/** What the worker tells the page. */
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
let client: MqttClient | undefined;
let attempts = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let running = false;

scope.onmessage = ({ data }) => {
  if (data.type === 'start') {
    url = data.url;
    running = true;
    scope.postMessage({ type: 'credentials' });
  } else if (data.type === 'credentials') {
    if (running) connect(data.username, data.password);
  } else if (data.type === 'topics') {
    change(data.topics);
  } else {
    running = false;
    clearTimeout(retryTimer);
    leave();
  }
};

function connect(username: string | undefined, password: string | undefined): void {
  leave();
  const mine = mqtt.connect(url, {
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_TIMEOUT_MS,
    protocolVersion: 4,
    clean: true,
    // A ticket works once: each connection is made anew, with credentials of its own.
    reconnectPeriod: 0,
    timerVariant: 'native',
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  });
  client = mine;
  mine.on('connect', () => {
    scope.postMessage({ type: 'status', open: true });
    subscribe(topics);
  });
  mine.on('message', (topic, payload) => {
    attempts = 0;
    scope.postMessage({ type: 'message', topic, text: new TextDecoder().decode(payload) });
  });
  mine.on('error', (error) => scope.postMessage({ type: 'fault', text: error.message }));
  mine.on('close', () => {
    if (client !== mine) return;
    leave();
    scope.postMessage({ type: 'status', open: false });
    if (!running) return;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => scope.postMessage({ type: 'credentials' }), retryPause(attempts, Math.random));
    attempts += 1;
  });
}

function subscribe(wanted: readonly string[]): void {
  if (!client || wanted.length === 0) return;
  client.subscribe([...wanted], { qos: 0 }, (error) => {
    if (error) scope.postMessage({ type: 'fault', text: error.message });
  });
}

function change(wanted: readonly string[]): void {
  const gone = topics.filter((topic) => !wanted.includes(topic));
  const added = wanted.filter((topic) => !topics.includes(topic));
  topics = wanted;
  if (!client?.connected) return;
  if (gone.length > 0) client.unsubscribe(gone);
  subscribe(added);
}

function leave(): void {
  const old = client;
  client = undefined;
  old?.end(true);
}
