// The view of one case: list, case, decision.
export { CaseList, OldNote } from './case-list.tsx';
export { DecisionButtons, Fault, Step, hasReason, type StepProps } from './decide.tsx';
export { ListedCase, ProposedTag, type ListedCaseProps } from './listed-case.tsx';
export { afterDecision, neighbour } from './order.ts';
export { CaseBody, CaseHead, Facts, NoCase, Part, QueueFrame, type Fact } from './queue-frame.tsx';
export { readQueueSearch, type QueueSearch } from './search.ts';
export { useQueue, type Queue } from './use-queue.ts';
