import type { Logger } from 'pino';

/** Log of the database server. */
export type DatabaseLog = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
