// The spot rules' face.

export { commitAmend, commitCancel, commitCancelAll, decideAmend, decideCancel, decideCancelAll } from './change.ts';
export { commitPlace, decidePlace } from './place.ts';
export { commitQuote, decideQuote } from './quote.ts';
export { SpotRoom } from './room.ts';
export { estimate, holdOf } from './take.ts';
export { tellOpened, tellChanged } from './tell.ts';
export { runTriggers } from './trigger.ts';
