// Readers of the sockets bench, in their own process: they receive frames and discard them. `PORT COUNT`; prints
// "ready".

import { openWebSocket } from '../attacks/attack-client.ts';

const [, , port = '0', count = '0'] = process.argv;
const AT_ONCE = 50;
const A_ADDRESS = 200;

for (let made = 0; made < Number(count); made += AT_ONCE) {
  const opened = Array.from({ length: Math.min(AT_ONCE, Number(count) - made) }, (_, index) => {
    const number = made + index;
    const address = `127.0.0.${2 + Math.trunc(number / A_ADDRESS)}`;
    return openWebSocket(Number(port), address, `/${number}`);
  });
  for (const socket of await Promise.all(opened)) {
    socket.resume();
    socket.on('error', () => socket.destroy());
  }
}
process.stdout.write('ready\n');
// The parent ends this process by closing its input.
process.stdin.resume().once('end', () => process.exit(0));
