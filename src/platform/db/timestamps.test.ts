import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseTimestamp } from './timestamps.ts';

test('a time in UTC is read to the millisecond', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('0001-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      fc.integer({ min: 0, max: 999 }),
      (date, micros) => {
        const [day, time] = date.toISOString().slice(0, -1).split('T');
        // As PostgreSQL writes it: without zeros at the end, and without a point when nothing follows.
        const written = `${day} ${time}${String(micros).padStart(3, '0')}`.replace(/\.?0+$/, '');
        const text = `${/:\d\d$|\./.test(written.slice(11)) && written.length >= 19 ? written : `${day} ${time!.slice(0, 8)}`}+00`;
        assert.equal(parseTimestamp(text).getTime(), date.getTime(), text);
      },
    ),
    { numRuns: 2000 },
  );
});

test('other forms are read too', () => {
  const iso = (text: string) => parseTimestamp(text).toISOString();
  assert.equal(iso('2026-11-21 07:54:04.57+00'), '2026-11-21T07:54:04.570Z');
  assert.equal(iso('2026-11-21 09:54:04+02'), '2026-11-21T07:54:04.000Z');
  assert.equal(iso('2026-11-21 13:24:04.5+05:30'), '2026-11-21T07:54:04.500Z');
  assert.equal(iso('12026-11-21 07:54:04+00'), '+012026-11-21T07:54:04.000Z');
  assert.equal(parseTimestamp('infinity') as unknown, Number.POSITIVE_INFINITY);
});
