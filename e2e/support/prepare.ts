// Before the workers start: removes what earlier runs left, and prepares what every exchange starts from.

import { prepared } from './prepared.ts';
import { RUNS, sweepRuns } from './runs.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes no other.
export default async function prepare(): Promise<void> {
  sweepRuns(RUNS);
  await prepared();
}
