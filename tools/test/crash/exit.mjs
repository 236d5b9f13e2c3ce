import { it } from 'vitest';

it('ends the process', () => process.exit(0));
