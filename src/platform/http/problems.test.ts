import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { problemOf } from './problems.ts';

test('that all connections are taken is no fault of the program', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const pool = new pg.Pool({ connectionString, max: 1 });
  const held = await pool.connect();
  // The first connection may take as long as a busy machine needs.
  pool.options.connectionTimeoutMillis = 20;
  const error = await pool.connect().then(
    () => assert.fail('there was another connection'),
    (refused: Error) => refused,
  );
  held.release();
  await pool.end();
  await drop();
  const request = { log: { warn: () => undefined }, routeOptions: { config: {} } } as unknown as FastifyRequest;
  assert.deepEqual(problemOf(error, request), { kind: 'overloaded' });
});
