// Before the workers start: what every exchange begins with is made once.

import { prepared } from './prepared.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes no other.
export default async function prepare(): Promise<void> {
  await prepared();
}
