// `npm run docs` generates documents from the code: tables of calls, codes and records, .env.example, NOTICE.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure.mjs';
import { generated } from './generated.mjs';

for (const [file, text] of generated()) writeFileSync(join(root, file), text);
