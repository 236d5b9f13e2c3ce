// The signer's wire format: one line of JSON each way, bytes and units as text.

import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import {
  type AccountKey,
  type Head,
  type HeldClaim,
  type LoggedSignature,
  type Marker,
  type SignOrder,
  type Signer,
  SignerFault,
  SignerRefusal,
} from '../types/index.ts';
import { type ChainName, depositSource, hotSource, type Source, versionOf } from '../rail/index.ts';

const ACCOUNTS = z
  .array(z.object({ version: z.int().positive(), xpub: z.string().max(200) }))
  .min(1)
  .max(10_000);
const LOGGED = z.array(
  z.strictObject({
    ...{ id: z.string(), chain: z.string(), coin: z.string(), to: z.string() },
    ...{ units: z.string().regex(/^[0-9]{1,60}$/), at: z.int() },
  }),
);
/** Longest line, characters: a transaction with a few hundred inputs. */
export const MAX_LINE = 4_000_000;
/** What every line has, whatever else is in it. */
const NUMBERED = z.looseObject({ n: z.int() });

export type Request =
  | { readonly n: number; readonly call: 'account'; readonly chain: ChainName }
  | { readonly n: number; readonly call: 'accounts'; readonly chain: ChainName }
  | { readonly n: number; readonly call: 'sign'; readonly order: OrderText }
  // Not named `order`: an older signer would sign it.
  | { readonly n: number; readonly call: 'reserve'; readonly reserve: OrderText }
  | { readonly n: number; readonly call: 'release'; readonly id: string }
  | { readonly n: number; readonly call: 'mark'; readonly head: Head }
  | { readonly n: number; readonly call: 'marked' }
  | { readonly n: number; readonly call: 'markKey' }
  | { readonly n: number; readonly call: 'lacking'; readonly ids: readonly string[] }
  | { readonly n: number; readonly call: 'logged'; readonly from: number };

interface OrderText {
  readonly id: string;
  readonly chain: ChainName;
  /** Hex. */
  readonly unsigned: string;
  readonly payment: { readonly coin: string; readonly to: string; readonly units: string };
  readonly source: Source;
  readonly recipient?: Source;
}

export type Reply =
  | { readonly n: number; readonly answer: string }
  | {
      readonly n: number;
      readonly refused: string;
      readonly held?: HeldClaim | undefined;
      readonly unlimited?: boolean;
    }
  | { readonly n: number; readonly fault: string };

export function orderText({ id, chain, unsigned, payment, source, recipient }: SignOrder): OrderText {
  return {
    ...(recipient === undefined ? {} : { recipient }),
    ...{ id, chain, source, unsigned: Buffer.from(unsigned).toString('hex') },
    payment: { coin: payment.coin, to: payment.to, units: payment.units.toString() },
  };
}

function readSource(source: Source): Source {
  return source.kind === 'hot' ? hotSource(versionOf(source)) : depositSource(source.index, versionOf(source));
}

function readOrder({ id, chain, unsigned, payment, source, recipient }: OrderText): SignOrder {
  return {
    ...(recipient === undefined ? {} : { recipient: readSource(recipient) }),
    ...{ id, chain, unsigned: Buffer.from(unsigned, 'hex') },
    payment: { coin: payment.coin, to: payment.to, units: BigInt(payment.units) },
    source: readSource(source),
  };
}

/** Calls `take` for every complete line. @throws into the stream if a line is too long. */
export function onLines(input: Readable, take: (line: string) => void): void {
  // Joined at the line's end: a line that comes in small parts is not copied for each of them.
  let rest: string[] = [];
  let length = 0;
  input.setEncoding('utf8');
  input.on('data', (text: string) => {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    const [first] = lines;
    if (first !== undefined) {
      lines[0] = rest.join('') + first;
      rest = [];
      length = 0;
    }
    if (last !== '') rest.push(last);
    length += last.length;
    if (length > MAX_LINE) input.destroy(new Error(`expected lines of at most ${MAX_LINE} characters`));
    for (const line of lines) if (line !== '') take(line);
  });
}

/** A line as an object with its number. @throws for anything else. */
export function readLine<T extends Request | Reply>(line: string): T {
  return NUMBERED.parse(JSON.parse(line)) as unknown as T;
}

/** Answers requests of a stream, and reads no more of them while their answers are not read; errors never mention any key. */
export function serve(signer: Signer & Marker, input: Readable, output: Writable): void {
  output.on('drain', () => input.resume());
  const send = (reply: Reply): void => {
    if (!output.write(`${JSON.stringify(reply)}\n`)) input.pause();
  };
  async function answer(request: Request): Promise<string> {
    if (request.call === 'account') return signer.account(request.chain);
    if (request.call === 'accounts') return JSON.stringify(await signer.accounts(request.chain));
    if (request.call === 'reserve') {
      await signer.reserve(readOrder(request.reserve));
      return '';
    }
    if (request.call === 'mark') return JSON.stringify(await signer.mark(request.head));
    if (request.call === 'marked') return JSON.stringify((await signer.marked()) ?? null);
    if (request.call === 'markKey') return signer.markKey();
    if (request.call === 'lacking') return String(await signer.lacking(request.ids));
    if (request.call === 'logged') return JSON.stringify(await signer.logged(request.from));
    if (request.call === 'release') return String(await signer.release(request.id));
    if (request.call === 'sign') return Buffer.from(await signer.sign(readOrder(request.order))).toString('hex');
    throw new SignerFault('expected a call that this signer knows; upgrade it together with the exchange');
  }
  onLines(input, (line) => {
    let request: Request;
    try {
      request = readLine(line);
    } catch (error) {
      input.destroy(new Error('expected a numbered request of JSON', { cause: error }));
      return;
    }
    const { n } = request;
    answer(request).then(
      (given) => send({ n, answer: given }),
      (error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        if (!(error instanceof SignerRefusal)) return send({ n, fault: why });
        send({ n, refused: why, held: error.held, unlimited: error.unlimited });
      },
    );
  });
}

/** Account keys as text. @throws {SignerFault} for anything else. */
export function readAccounts(text: string): readonly AccountKey[] {
  const read = ACCOUNTS.safeParse(JSON.parse(text));
  if (!read.success) throw new SignerFault('expected account keys by version from the signer');
  return read.data;
}

/** Signed orders as text. @throws {SignerFault} for anything else. */
export function readLogged(text: string): readonly LoggedSignature[] {
  const read = LOGGED.safeParse(JSON.parse(text));
  if (!read.success) throw new SignerFault('expected signed orders of its log from the signer');
  return read.data;
}

/** Result of a reply. @throws {SignerRefusal} {SignerFault} */
export function readReply(reply: Reply): string {
  if ('answer' in reply) return reply.answer;
  if ('refused' in reply) throw new SignerRefusal(reply.refused, reply.held, reply.unlimited);
  throw new SignerFault(reply.fault);
}
