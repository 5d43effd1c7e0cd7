import type { Socket } from 'node:net';
import type pg from 'pg';

/** What the driver's client has, beyond its types: its socket, and whether an answer is waited for (`false`). */
export type DriverClient = pg.ClientBase & { connection: { stream: Socket }; readyForQuery?: boolean };
