import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { drawFaults } from './draw.ts';
import { type Fault, findFaults } from './faults.ts';
import { droppableConditions } from './sql-conditions.ts';

async function faultsOf(t: { after(work: () => Promise<void>): void }, text: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-faults-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'a.ts'), text);
  const faults = await findFaults(folder, ['a.ts']);
  return faults.map(({ kind, start, end, replacement }) => `${kind}: ${text.slice(start, end)} → ${replacement}`);
}

test('conditions, limits, calls and conditions of statements can be faulty; words are not touched', async (t) => {
  const faults = await faultsOf(
    t,
    `const MAX_NAMES = 5;
     const PAUSE_MS = 7;
     export async function f(tx: { run(x: unknown): Promise<void> }, n: number) {
       if (n > MAX_NAMES) throw new Error('too many');
       await tx.run(sql\`delete from names where id = \${n} and owner = 1\`);
     }`,
  );
  for (const fault of [
    'Limit: 5 → 6',
    'ConditionalExpression: n > MAX_NAMES → false',
    'EqualityOperator: n > MAX_NAMES → n >= MAX_NAMES',
    'SqlCondition: and owner = 1 → ',
  ])
    assert.ok(faults.includes(fault), `${fault} of ${faults.join('\n')}`);
  assert.ok(faults.some((fault) => fault.startsWith('AwaitedCall: await tx.run(')));
  assert.ok(!faults.some((fault) => fault.includes("'too many' →") || fault.startsWith('Limit: 7')));
});

test('a condition of a statement ends where the next one, a bracket or a clause begins', () => {
  const text =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    '`select a from t where x = ${f(`${a}`)} and exists (select from q where y = 1 and z > 2)\n' +
    "  and b between 1 and 2 and (c = 'x and y' or d) -- and this\n order by 1`";
  assert.deepEqual(
    droppableConditions(text).map(({ start, end }) => text.slice(start, end)),
    [
      'and exists (select from q where y = 1 and z > 2)',
      'and z > 2',
      'and b between 1 and 2',
      "and (c = 'x and y' or d) -- and this",
    ],
  );
});

test('the same seed draws the same faults, one of a line, and only those that are wanted', () => {
  const faults = Array.from({ length: 60 }, (_, n): Fault => {
    const kind = n % 2 ? 'EqualityOperator' : 'UnaryOperator';
    return { file: n < 30 ? 'a' : 'b', kind, start: n, end: n, replacement: '' };
  });
  const options = {
    count: 10,
    lineOf: ({ start }: Fault) => `${start >> 1}`,
    isWanted: ({ file }: Fault) => file === 'a',
  };
  const drawn = drawFaults(faults, { ...options, seed: 3 });
  assert.deepEqual(drawFaults(faults, { ...options, seed: 3 }), drawn);
  assert.notDeepEqual(drawFaults(faults, { ...options, seed: 4 }), drawn);
  assert.deepEqual([drawn.length, new Set(drawn.map(options.lineOf)).size], [10, 10]);
  assert.ok(drawn.every(({ file }) => file === 'a'));
  // One weighs six times the other: of 15 lines with both, more than half are of that kind.
  const all = drawFaults(faults, { ...options, count: 15, seed: 3 });
  assert.ok(all.filter(({ kind }) => kind === 'EqualityOperator').length > 8);
});
