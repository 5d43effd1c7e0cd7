import type { Socket } from 'node:net';
import type pg from 'pg';

/** Members of the driver's client that its types lack: its socket, and `false` while an answer is awaited. */
export type DriverClient = pg.ClientBase & { connection: { stream: Socket }; readyForQuery?: boolean };
