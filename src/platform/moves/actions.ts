export {
  deleteMove as doForgetMove,
  holdMove as doHoldMove,
  insertMove as doBeginMove,
  takeMove as doTakeMove,
  updateCopied as doNoteCopied,
  updateMovedJobs as doKeepMovedJobs,
  updateMoveState as doSetMoveState,
} from './queries.ts';
