export {
  deleteMove as doForgetMove,
  holdMove as doHoldMove,
  insertMove as doBeginMove,
  passAsMover as doPassAsMover,
  takeMove as doTakeMove,
  updateCopied as doNoteCopied,
  updateMovedJobs as doKeepMovedJobs,
  updateMoveState as doSetMoveState,
} from './queries.ts';
