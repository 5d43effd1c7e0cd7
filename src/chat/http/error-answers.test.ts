import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { readConfig } from '../../platform/config.ts';
import { sendError } from './error-answers.ts';

test('overload and requests that were in the way are 503 with a time to try again, not a limit of the caller', async () => {
  const app = Fastify();
  const config = readConfig({});
  app.setErrorHandler((error: Error, request, reply) => sendError(config, error, request, reply));
  const errors = [
    new Error('timeout exceeded when trying to connect'),
    ...['55P03', '40001', '40P01'].map((code) => Object.assign(new Error('met another'), { code })),
  ];
  app.get('/:error', async (request) => {
    throw errors[Number((request.params as { error: string }).error)];
  });
  for (const index of errors.keys()) {
    const answer = await app.inject(`/${index}`);
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers['retry-after'], '1');
    assert.deepEqual(answer.json(), {
      result: 'error',
      msg: 'The server is overloaded',
      code: 'SERVICE_UNAVAILABLE',
    });
  }
  await app.close();
});
