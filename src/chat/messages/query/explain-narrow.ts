import { BoundReader, type PlainReader } from '../../../platform/db/reader.ts';
import { prepare, type Sql, sql } from '../../../platform/db/sql.ts';
import type { Services } from '../../../platform/services.ts';
import { parseNarrow } from '../../narrow/parse.ts';
import type { NarrowContext } from '../../narrow/resolve.ts';
import { compileNarrow } from './compile-narrow.ts';
import { selectIds } from './run-query.ts';

/** One statement that a narrow made, and PostgreSQL's plan with what it really did. */
export interface ExplainedStatement {
  text: string;
  plan: string[];
}

/**
 * Explains how the newest messages of a narrow are found for a person: the statements in execution order, each with
 * `explain (analyze, buffers)`. Runs them; changes nothing.
 * @param limit how many messages are asked for
 * @throws {ChatError} `BAD_NARROW`
 */
export async function explainNarrow(
  services: Services,
  caller: NarrowContext['caller'],
  narrow: unknown[],
  limit: number,
): Promise<{ statements: ExplainedStatement[]; ids: number[] }> {
  const reader = services.database.reader.of(caller.organizationId);
  const compiled = await compileNarrow(services, reader, caller, parseNarrow(narrow));
  const recorded: Sql[] = [];
  const recording: Pick<PlainReader, 'all' | 'first'> = {
    all(statement) {
      recorded.push(statement);
      return reader.all(statement);
    },
    first(statement) {
      recorded.push(statement);
      return reader.first(statement);
    },
  };
  const recorder = new BoundReader(recording, caller.organizationId);
  const window = { direction: 'older', bound: Number.MAX_SAFE_INTEGER, limit } as const;
  const ids = await selectIds(recorder, compiled.query, window);
  const statements: ExplainedStatement[] = [];
  for (const statement of recorded) {
    const plan = await reader.all(sql.once(sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers) ${statement}`));
    statements.push({ text: prepare(statement).text, plan: plan.map((line) => line['QUERY PLAN']) });
  }
  return { statements, ids };
}
