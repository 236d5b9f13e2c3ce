// Face of the sequencer: the link that other threads hold.

export { type Batch, type ExchangeLink, IntakeError, type IntakeState, type Outcome, type Seed } from './link.ts';
