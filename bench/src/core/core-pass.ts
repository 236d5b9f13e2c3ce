// A bench process: one pass of ours or theirs over a stream. core-pass.ts ours|theirs SHAPE-JSON → one line of JSON.

import { corePass, countedPass, encodeStream } from './core-run.ts';
import { type Pass, peerPass } from '../peer-run.ts';
import { makeStream, type Stream, type StreamShape } from '../sockets/stream.ts';

/** Our core: the first pass learns the ids and warms up; a counted pass verifies that it did the stream's work. */
function ours(stream: Stream): Pass {
  const encoded = encodeStream(stream);
  const { fills, lotsFilled } = countedPass(encoded);
  return { ...corePass(encoded), fills, lotsFilled };
}

function theirs(stream: Stream): Pass {
  peerPass(stream);
  return peerPass(stream);
}

const [who, text] = process.argv.slice(2);
if ((who !== 'ours' && who !== 'theirs') || text === undefined)
  throw new Error(`Expected 'ours' or 'theirs' and a stream's shape, got '${who}'.`);
const shape: StreamShape = JSON.parse(text);
const stream = makeStream(shape);
const pass = who === 'ours' ? ours(stream) : theirs(stream);
if (pass.fills !== stream.fills || pass.lotsFilled !== stream.lotsFilled)
  throw new Error(
    `Expected ${stream.fills} fills of ${stream.lotsFilled} lots as the stream's own book, ${who} made ${pass.fills} of ${pass.lotsFilled}.`,
  );
console.log(JSON.stringify(pass));
