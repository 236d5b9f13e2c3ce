// One timed pass of nodejs-order-book over the stream.

import { OrderBook, Side } from 'nodejs-order-book';
import { CANCEL, type Stream } from './sockets/stream.ts';

/** The result of a pass: seconds of the measured part, and the fills, for comparison with the stream's own book. */
export interface Pass {
  readonly seconds: number;
  readonly commands: number;
  readonly fills: number;
  readonly lotsFilled: number;
}

/** Counts fills and lots from the answers, so that the work cannot be optimised away. */
export function peerPass(stream: Stream): Pass {
  const books = Array.from({ length: stream.shape.markets + 1 }, () => new OrderBook());
  const ids = Array.from({ length: stream.count }, (_, at) => String(at));
  let fills = 0;
  let lotsFilled = 0;
  const run = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const book = books[stream.market[at] as number] as OrderBook;
      if (stream.kind[at] === CANCEL) {
        const answer = book.cancel(ids[stream.target[at] as number] as string);
        if (answer?.order === undefined) throw new Error(`Command ${at}: expected a live order to cancel, found none.`);
        continue;
      }
      const size = stream.lots[at] as number;
      const answer = book.limit({
        id: ids[at] as string,
        side: stream.side[at] === 1 ? Side.BUY : Side.SELL,
        size,
        price: stream.price[at] as number,
      });
      if (answer.err !== null)
        throw new Error(`Command ${at}: expected the order to be taken, got ${answer.err.message}.`);
      lotsFilled += size - answer.quantityLeft;
      // `done` lists the filled makers and, if it is fully filled, the order itself.
      fills += answer.done.length;
      if (answer.quantityLeft === 0) fills -= 1;
      if (answer.partial !== null && answer.partial.id !== ids[at]) fills += 1;
    }
  };
  run(0, stream.filling);
  fills = 0;
  lotsFilled = 0;
  const began = performance.now();
  run(stream.filling, stream.count);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, commands: stream.count - stream.filling, fills, lotsFilled };
}
