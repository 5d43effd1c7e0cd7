import type { Socket } from 'node:net';
import type pg from 'pg';
import type { DriverClient } from './driver-client.ts';

/**
 * Sends what a connection is given in one turn by one call of the system: statements that do not wait for each other, `begin` with
 * the first of its transaction. Each call of its own would wake PostgreSQL, and cost more than most statements.
 */
export function gatherWrites(client: pg.ClientBase): void {
  const { stream } = (client as DriverClient).connection;
  const write = stream.write.bind(stream);
  let gathers = false;
  stream.write = ((...written: Parameters<Socket['write']>) => {
    if (!gathers) {
      gathers = true;
      stream.cork();
      process.nextTick(() => {
        gathers = false;
        stream.uncork();
      });
    }
    return write(...written);
  }) as Socket['write'];
}
