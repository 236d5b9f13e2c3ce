// Setup of Vitest's project `build`, which reads the built pages: builds the pages whose sources changed.
import { ensureBuilt } from './ensure.mjs';

export async function setup() {
  const code = await ensureBuilt();
  if (code !== 0) throw new Error(`The pages could not be built: vite ended with ${code}. Its messages are above.`);
}
