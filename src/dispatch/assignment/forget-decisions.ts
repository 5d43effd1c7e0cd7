import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteDecisions } from './queries.ts';

/** Time for which a decision can be explained. */
export const forgetDecisions = forgetDaily({
  queue: 'dispatch-forget-assignment-decisions',
  at: '04:33',
  table: 'dispatch.assignment_decisions',
  days: 90,
  delete: deleteDecisions,
});
