import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ChatError } from '../http/errors.ts';
import { parseNarrow } from './parse.ts';

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

describe('a narrow', () => {
  test('comes as objects and as pairs, with old names and new ones', () => {
    const cases: [unknown, object][] = [
      [{ operator: 'channel', operand: 'floor' }, term('channel', 'floor')],
      [['stream', 'floor'], term('channel', 'floor')],
      [{ operator: 'stream', operand: 7, negated: true }, term('channel', 7, true)],
      [['-topic', 'Tour'], term('topic', 'Tour', true)],
      [{ operator: '-topic', operand: 'Tour', negated: true }, term('topic', 'Tour')],
      [['subject', 'Tour'], term('topic', 'Tour')],
      [['streams', 'public'], term('channels', 'public')],
      [['pm-with', 'a@couriers.example, b@couriers.example'], term('dm', ['a@couriers.example', 'b@couriers.example'])],
      [['pm_with', 5], term('dm', [5])],
      [{ operator: 'dm', operand: [5, 6] }, term('dm', [5, 6])],
      [['dm', '5,6'], term('dm', [5, 6])],
      [['dm_including', 5], term('dm-including', [5])],
      [['group_pm_with', 5], term('group-dm-including', [5])],
      [['is', 'private'], term('is', 'dm')],
      [['is', 'followed'], term('is', 'followed')],
      [['has', 'links'], term('has', 'link')],
      [['has', 'attachment'], term('has', 'attachment')],
      [['id', '15'], term('id', 15)],
      [['near', 15], term('near', 15)],
      [['search', 'a "b c"'], term('search', 'a "b c"')],
      [['from', 'me'], term('sender', 'me')],
    ];
    for (const [given, expected] of cases) assert.deepEqual(parseNarrow([given]), [expected], JSON.stringify(given));
    assert.deepEqual(parseNarrow([['in', 'all']]), []);
    assert.deepEqual(parseNarrow([['in', 'home']]), [term('is', 'muted', true)]);
    assert.deepEqual(parseNarrow([['-in', 'home']]), [term('is', 'muted')]);
  });
  test('that is wrong is refused with BAD_NARROW and a description', () => {
    const wrong: unknown[] = [
      ['unknown', 'x'],
      ['toString', 'x'],
      ['channel', null],
      ['channel', 1.5],
      ['channel', ['a']],
      ['channels', 'private'],
      ['topic', 5],
      ['search', {}],
      ['is', 'nothing'],
      ['is', 3],
      ['is', 'home'],
      ['in', 'dm'],
      ['-in', 'all'],
      ['has', 'nothing'],
      ['id', 'abc'],
      ['id', 1.5],
      ['dm', []],
      ['dm', ''],
      ['dm', [null]],
      ['dm', {}],
      ['one'],
      ['one', 'two', 'three'],
      [5, 'x'],
      'text',
      5,
      null,
      {},
      { operator: 'topic' },
      { operand: 'x' },
      { operator: 'topic', operand: 'x', negated: 'yes' },
    ];
    for (const given of wrong) {
      assert.throws(
        () => parseNarrow([given]),
        (error) =>
          error instanceof ChatError &&
          error.code === 'BAD_NARROW' &&
          error.message === `Invalid narrow operator: ${error.extra.desc}`,
        JSON.stringify(given),
      );
    }
    assert.throws(() => parseNarrow(Array(51).fill(['is', 'dm'])), { code: 'BAD_NARROW' });
    assert.throws(() => parseNarrow([['foo', 'bar']]), { message: 'Invalid narrow operator: unknown operator foo' });
    assert.throws(() => parseNarrow([['in', 'dm']]), { message: "Invalid narrow operator: unknown 'in' operand dm" });
    for (const nothing of [['-in', 'all'], { operator: 'in', operand: 'all', negated: true }])
      assert.throws(() => parseNarrow([nothing]), {
        message: "Invalid narrow operator: 'in' operand all cannot be negated",
      });
  });
  test('of any JSON is read or refused, never more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.jsonValue(), fc.tuple(fc.constantFrom('dm', 'is', 'id', 'topic', 'has'), fc.jsonValue()))),
        (given) => {
          try {
            parseNarrow(given);
          } catch (error) {
            assert.ok(error instanceof ChatError);
          }
        },
      ),
    );
  });
});
