// Vitest's project `build` reads the built pages: builds those that do not match their sources.
import { ensureBuilt } from './ensure.mjs';

export async function setup() {
  const code = await ensureBuilt();
  if (code !== 0) throw new Error(`The pages could not be built: vite ended with ${code}. Its messages are above.`);
}
