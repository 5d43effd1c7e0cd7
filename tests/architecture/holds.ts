import assert from 'node:assert/strict';
import { type Import, readImports } from './imports.ts';
import { KNOWN } from './known-exceptions.ts';
import { edge, type Rule } from './rules.ts';

const imports = await readImports();

const without = (exceptions: readonly string[]) => imports.filter((each) => !exceptions.includes(edge(each)));

/** The rule holds for the source files, but for its known exceptions, and it needs each of those. */
export function assertHolds(rule: Rule): void {
  const known = KNOWN[rule.name] ?? [];
  assert.deepEqual(rule(without(known)), []);
  const stale = known.filter((one) => rule(without(known.filter((other) => other !== one))).length === 0);
  assert.deepEqual(stale, [], `known exceptions that ${rule.name} no longer needs`);
}

/** A made-up import: `from → to`, after `operation` or `job` where the importing file declares one, with the names of SQL behind it. */
export function read(line: string): Import {
  const [, entry, from, to, sql] = /^(?:(operation|job) )?(\S+) → (\S+)(?: of (\w+))?$/.exec(line)!;
  return {
    from: from!,
    to: to!,
    fromOperation: entry === 'operation',
    fromEntry: entry !== undefined,
    sql: sql ? [sql] : [],
  };
}

/** The rule finds fault with a made-up set of imports, and with each import that it should and no other. */
export function assertRefuses(rule: Rule, made: readonly Import[], wrong: readonly string[]): void {
  const found = rule(made);
  assert.equal(found.length, wrong.length, found.join('\n'));
  for (const one of wrong)
    assert.ok(
      found.some((complaint) => complaint.startsWith(one)),
      `${one} passes`,
    );
}
