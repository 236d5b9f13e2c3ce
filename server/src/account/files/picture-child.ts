// The process that reads uploaded pictures and starts the decoders. Starting a process stops the one that starts it for as
// long as copying the table of its memory takes: a tenth of a second for the exchange, nothing for this one.

import { constants, setPriority } from 'node:os';
import { createDecoder } from './decoder.ts';
import { drawPicture } from './draw.ts';
import type { PictureAnswer, PictureOrder } from './picture-process.ts';

// A picture may wait for the processor, an order may not; but not so long that it is taken for one that cannot be read. The
// decoders inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const decoder = createDecoder();

process.on('message', ({ id, file, side }: PictureOrder) => {
  void drawPicture(Buffer.from(file.buffer, file.byteOffset, file.byteLength), side, decoder).then((answer) =>
    process.send?.({ id, ...answer } satisfies PictureAnswer),
  );
});
// Whoever started it is gone; the decoders end when this process does.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
