// The signer's program with the practice chain's codec alone: what tests start as a process.

import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { runSigner } from '../../../src/custody/signer/program.ts';

await runSigner(async () => [practiceCodec]);
