import type { StatementTimer } from './slow-statements.ts';
import type { EventLog } from './tx.ts';

/** Notifications of the database for traces (`tracing/tracer.ts`). */
export interface DatabaseTracing {
  /** Hears how long each statement took. */
  readonly statement: StatementTimer;
  /** The event log of a transaction that a request of an organization opened: that organization's events know the trace. */
  tracedLog(log: EventLog, organizationId: string | undefined): EventLog;
  /** Does what is no part of the request. */
  outside(work: () => void): void;
}
