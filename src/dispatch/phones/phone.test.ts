import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DispatchError } from '../http/errors.ts';
import { readPhone, readUncheckedPhone, readWorkerPhone } from './phone.ts';

const refused = (error: unknown) => error instanceof DispatchError && error.number === 1000;

test('a number without a plus is read as the country writes it', () => {
  for (const text of ['4155550123', '(415) 555-0123', '415.555.0123', '1 415 555 0123', ' 415 555 0123 '])
    assert.equal(readPhone(text, 'US'), '+14155550123', text);
  assert.equal(readPhone('020 7946 0018', 'GB'), '+442079460018');
  assert.equal(readPhone('030 901820', 'DE'), '+4930901820');
});

test('a number of another country needs its plus', () => {
  assert.equal(readPhone('+44 20 7946 0018', 'US'), '+442079460018');
  assert.equal(readPhone('+49 30 901820', 'US'), '+4930901820');
  for (const text of ['020 7946 0018', '011 44 20 7946 0018', '00442079460018'])
    assert.throws(() => readPhone(text, 'US'), refused, text);
});

test('what is no number is refused', () => {
  for (const text of [
    '',
    ' ',
    '+',
    '123',
    '+1',
    '+1 415 555',
    'phone',
    '4155550123 call me',
    '+999 123456789',
    '1'.repeat(500),
  ])
    assert.throws(() => readPhone(text, 'US'), refused, text);
  assert.throws(() => readPhone('+1 415 555 0123 ext. 7', 'US'), refused);
  assert.throws(() => readPhone('4155550123', 'AQ'), refused);
  // E.164 has 15 digits at most, also where a country's plan has more.
  assert.throws(() => readPhone('(415)0(415)(415)0555', 'DE'), refused);
});

test("a worker's number is of the organization's country in either form", () => {
  assert.equal(readWorkerPhone('+1 415 555 0123', 'US'), '+14155550123');
  assert.equal(readWorkerPhone('415 555 0123', 'US'), '+14155550123');
  assert.throws(() => readWorkerPhone('+44 20 7946 0018', 'US'), refused);
  assert.throws(() => readWorkerPhone('020 7946 0018', 'US'), refused);
});

test('an unchecked number only needs its plus', () => {
  assert.equal(readUncheckedPhone('+1 (555) 000'), '+1555000');
  assert.equal(readUncheckedPhone(' +999 '), '+999');
  for (const text of ['', '+', '5550100', 'x+5', `+${'1'.repeat(200)}`])
    assert.throws(() => readUncheckedPhone(text), refused, text);
});
