// A bench process: one timed pass over a stream as contract or spot orders.
// contracts-pass.ts contracts|spot SHAPE-JSON → one line of JSON.

import { corePass, countedPass, encodeStream } from '../core/core-run.ts';
import { CONTRACTS } from './contracts-run.ts';
import { makeStream, type StreamShape } from '../sockets/stream.ts';

const [who, text] = process.argv.slice(2);
if ((who !== 'contracts' && who !== 'spot') || text === undefined)
  throw new Error(`Expected 'contracts' or 'spot' and a stream's shape, got '${who}'.`);
const shape: StreamShape = JSON.parse(text);
const stream = makeStream(shape);
const encoded = who === 'contracts' ? encodeStream(stream, CONTRACTS) : encodeStream(stream);
const { fills, lotsFilled } = countedPass(encoded);
if (fills !== stream.fills || lotsFilled !== stream.lotsFilled)
  throw new Error(
    `Expected ${stream.fills} fills of ${stream.lotsFilled} lots as the stream's own book, ${who} made ${fills} of ${lotsFilled}.`,
  );
console.log(JSON.stringify(corePass(encoded)));
