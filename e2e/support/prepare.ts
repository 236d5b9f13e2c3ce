// Before the workers start: what earlier runs left is removed, and what every exchange begins with is made once.

import { prepared } from './prepared.ts';
import { RUNS, sweepRuns } from './runs.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes no other.
export default async function prepare(): Promise<void> {
  sweepRuns(RUNS);
  await prepared();
}
