// Parses the socket frames: one message may hold several; invalid ones are refused here.

/** A stream as subscribed. `kind`: 1 spot, 2 USDT perpetual, 3 coin-margined perpetual. */
export interface StreamName {
  readonly channel: string;
  readonly symbol: string;
  readonly kind?: number;
  readonly interval?: string;
}

/** A numbered server frame. `prev` is the `seq` before it in its stream; `time` is the server's, ms UTC. */
export interface Frame {
  readonly channel: string;
  readonly symbol?: string;
  readonly kind?: number;
  readonly interval?: string;
  readonly type: 'snapshot' | 'delta';
  readonly seq: number;
  readonly prev: number;
  readonly time: number;
  readonly data: unknown;
}

/** The answer to a subscription: one code per entry, in the order of the request. */
export interface Answer {
  readonly channel: 'subscribe' | 'unsubscribe';
  readonly id: string;
  readonly codes: readonly number[];
}

/** The server could not parse one of our messages. */
export interface Complaint {
  readonly channel: 'error';
  readonly code: number;
  readonly key: string;
}

export interface Heartbeat {
  readonly channel: 'HEARTBEAT';
  readonly time: number;
}

export type Incoming =
  | ({ readonly is: 'frame' } & Frame)
  | ({ readonly is: 'answer' } & Answer)
  | ({ readonly is: 'heartbeat' } & Heartbeat)
  | ({ readonly is: 'complaint' } & Complaint);

/** The key of a stream, the same for a subscription and its frames. */
export function streamKey(name: { channel?: string; symbol?: string; kind?: number; interval?: string }): string {
  return `${name.channel ?? ''}|${symbolKey(name.symbol ?? '')}|${name.kind ?? ''}|${name.interval ?? ''}`;
}

/** `BTC_USDT`, `BTC/USDT` and `btcusdt` are one symbol. */
export function symbolKey(symbol: string): string {
  return symbol.replace(/[_/]/g, '').toLowerCase();
}

/** Why a message is invalid. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Parses one socket message: a frame or a list of frames. Throws WireError on anything else. */
export function readMessage(text: string): Incoming[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new WireError(`expected a JSON frame, got ${text.length} characters that are none`, { cause });
  }
  return (Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]).map(readFrame);
}

function readFrame(value: unknown): Incoming {
  if (!isRecord(value) || typeof value['channel'] !== 'string') {
    throw new WireError('expected a frame with a channel, got something else');
  }
  const { channel } = value;
  if (channel === 'HEARTBEAT') return { is: 'heartbeat', channel, time: heartbeatTime(value) };
  if (channel === 'error') return { is: 'complaint', channel, code: Number(value['code']), key: String(value['key']) };
  if (channel === 'subscribe' || channel === 'unsubscribe') {
    if (!Array.isArray(value['data'])) throw new WireError(`expected the entries of a ${channel} answer, got none`);
    return { is: 'answer', channel, id: String(value['id']), codes: (value['data'] as unknown[]).map(codeOf) };
  }
  const { type, seq, prev, time } = value;
  if ((type !== 'snapshot' && type !== 'delta') || !isCount(seq) || !isCount(prev) || !isCount(time)) {
    throw new WireError(
      `expected type, seq, prev and time in a ${channel} frame, got ${JSON.stringify({ type, seq, prev, time })}`,
    );
  }
  return {
    is: 'frame',
    channel,
    ...(typeof value['symbol'] === 'string' && { symbol: value['symbol'] }),
    ...(typeof value['kind'] === 'number' && { kind: value['kind'] }),
    ...(typeof value['interval'] === 'string' && { interval: value['interval'] }),
    type,
    seq,
    prev,
    time,
    data: value['data'],
  };
}

function heartbeatTime(value: Record<string, unknown>): number {
  if (isCount(value['time'])) return value['time'];
  const data = value['data'];
  if (isRecord(data) && isCount(data['time'])) return data['time'];
  throw new WireError('expected the time in a heartbeat, got none');
}

/** The code of one entry; one without a number was not understood. */
function codeOf(entry: unknown): number {
  return isRecord(entry) && typeof entry['code'] === 'number' ? entry['code'] : 0;
}

/** Narrows to an object with named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
