import type { Logger } from 'pino';

/** What is said about the database server. */
export type DatabaseLog = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
