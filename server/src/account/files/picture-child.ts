// The process that reads uploaded pictures and starts the decoders. Starting a process blocks its parent while the
// table of its memory is copied: a tenth of a second for the exchange, nothing for this process.

import { constants, setPriority } from 'node:os';
import { createDecoder } from './decoder.ts';
import { drawPicture } from './draw.ts';
import type { PictureAnswer, PictureOrder } from './picture-process.ts';

// A picture may wait for the CPU, an order may not. But it must not wait so long that it counts as unreadable. The
// decoders inherit the priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const decoder = createDecoder();

process.on('message', ({ id, file, side }: PictureOrder) => {
  void drawPicture(Buffer.from(file.buffer, file.byteOffset, file.byteLength), side, decoder).then((answer) =>
    process.send?.({ id, ...answer } satisfies PictureAnswer),
  );
});
// The parent process has ended; the decoders end with this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
