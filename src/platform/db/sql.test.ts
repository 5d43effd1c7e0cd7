import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../../../tests/harness/random.ts';
import { prepare, type Sql, sql } from './sql.ts';

/** Returns the text of a statement, joined again each time. */
function message(statement: Sql, values: unknown[] = []): string {
  return statement.strings
    .map((string, index) => {
      if (index === statement.values.length) return string;
      const value = statement.values[index];
      return (
        string +
        (value && typeof value === 'object' && 'strings' in value
          ? message(value as Sql, values)
          : `$${values.push(value)}`)
      );
    })
    .join('');
}

test('the text of a statement that comes again is not made again', () => {
  const find = (ids: number[]) => prepare(sql`select ${sql.join(ids.map((id) => sql`${id}`))} from ${sql.raw('t')}`);
  const [first, again, other] = [find([1, 2]), find([3, 4]), find([5])];
  assert.deepEqual(again, { ...first, values: [3, 4] });
  assert.equal(other.text, 'select $1 from t');
  assert.notEqual(other.name, first.name);
});

test('a statement is what its parts say, in whatever order they were met before', () => {
  const random = randomNumbers(7);
  const below = (most: number) => Math.floor(random() * most);
  const part = (depth: number): Sql => {
    const kinds = [
      () => sql`a = ${below(3)}`,
      () => sql`a = ${below(3)} and b = ${below(3)}`,
      () => sql`true`,
      () => sql.raw(['name', 'id', '2 , ', ', '][below(4)]!),
      () => sql`(${part(depth - 1)})`,
      () => sql`${part(depth - 1)} or ${part(depth - 1)}`,
      () => sql`${below(3)} = ${part(depth - 1)}`,
      () =>
        sql.join(
          Array.from({ length: below(4) }, () => part(depth - 1)),
          [', ', ' and '][below(2)],
        ),
    ];
    return kinds[below(depth > 0 ? kinds.length : 4)]!();
  };
  const names = new Map<string, string>();
  for (let n = 0; n < 20_000; n++) {
    const statement = part(4);
    const values: unknown[] = [];
    const text = message(statement, values);
    const prepared = prepare(statement);
    assert.deepEqual({ text: prepared.text, values: prepared.values }, { text, values });
    // The bound of names is left out here: what is named once keeps its name.
    const name = names.get(text) ?? prepared.name;
    assert.ok(prepared.name === name || prepared.name === '', text);
    names.set(text, name);
  }
  assert.equal(prepare(sql.once(sql`select ${1}`)).name, '');
});
