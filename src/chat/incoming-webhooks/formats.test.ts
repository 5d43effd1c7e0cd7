import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPayload } from './formats.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const read = (body: string, type = JSON_TYPE) => readPayload(Buffer.from(body), type);

test('a payload is JSON, or the JSON in the field of a form', () => {
  assert.deepEqual(read('{"a":1}'), { a: 1 });
  assert.deepEqual(read('{"a":1}', ''), { a: 1 }, 'whatever type the caller names');
  const form = new URLSearchParams({ payload: '{"a":"&"}', other: '{}' }).toString();
  assert.deepEqual(read(form, FORM), { a: '&' });
  assert.deepEqual(read(form, `${FORM}; charset=utf-8`), { a: '&' });
});

test('a payload that is no object is refused', () => {
  const refusal = (message: string) => ({ status: 400, message });
  for (const [body, type] of [
    ['{"a":1', JSON_TYPE],
    ['', JSON_TYPE],
    ['other={}', FORM],
    ['payload={}', JSON_TYPE],
  ] as const)
    assert.throws(() => read(body, type), refusal('Malformed JSON'), body);
  for (const body of ['[{"a":1}]', 'null', '"text"', '7'])
    assert.throws(() => read(body), refusal('The payload must be a JSON object'), body);
  assert.throws(() => read('payload=[]', FORM), refusal('The payload must be a JSON object'));
});
