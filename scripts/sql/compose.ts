import { prepare, Sql } from '../../src/platform/db/sql.ts';
import type { Tx } from '../../src/platform/db/tx.ts';
import { type CollectedStatements, tidy, type WholeStatement } from './collect.ts';
import { ORGANIZATION } from './examples/reader.ts';

/** Calls what puts a statement together, or gives one. */
export type Example = (tx: Tx) => unknown;

/** Examples by what they show; a name may be said where a statement has several forms. */
export type Examples = readonly (Example | readonly [form: string, Example])[];

/** Takes statements instead of running them: none finds anything. */
class Recorder {
  readonly statements: Sql[] = [];
  readonly now = new Date(0);
  readonly organizationId = ORGANIZATION;

  of(): this {
    return this;
  }

  async all(statement: Sql): Promise<never[]> {
    this.statements.push(statement);
    return [];
  }

  async first(statement: Sql): Promise<undefined> {
    this.statements.push(statement);
    return undefined;
  }

  async run(statement: Sql): Promise<number> {
    this.statements.push(statement);
    return 0;
  }
}

export interface Compositions {
  statements: WholeStatement[];
  /** Statements that no example composed, and texts without a source. */
  wrong: string[];
}

/** The forms that composed statements take in the examples, each text once, in the order of the source. */
export async function composeStatements(
  { fixed, composed }: CollectedStatements,
  examples: Examples,
): Promise<Compositions> {
  const forms = new Map(composed.map(({ parts }) => [keyOf(parts), new Map<string, string>()]));
  const whole = new Set(fixed.map(({ text }) => text));
  const wrong: string[] = [];
  for (const example of examples) {
    const [form, call] = typeof example === 'function' ? ['', example] : example;
    for (const statement of await record(call)) {
      const text = tidy(prepare(statement).text);
      const texts = forms.get(keyOf(statement.strings));
      if (texts && !texts.has(text)) texts.set(text, form);
      if (!texts && !whole.has(text)) wrong.push(`not found in the source: ${text}`);
    }
  }
  const statements = composed.flatMap((statement) =>
    [...forms.get(keyOf(statement.parts))!].map(([text, form]) => ({
      ...statement,
      name: form ? `${statement.name} (${form})` : statement.name,
      text,
    })),
  );
  for (const { file, name, parts } of composed)
    if (forms.get(keyOf(parts))!.size === 0)
      wrong.push(`scripts/sql/examples has no example that puts it together: ${file} ${name}`);
  return { statements, wrong };
}

const keyOf = (parts: readonly string[]) => JSON.stringify(parts);

async function record(call: Example): Promise<Sql[]> {
  const recorder = new Recorder();
  try {
    const result = await call(recorder as unknown as Tx);
    if (result instanceof Sql) recorder.statements.push(result);
  } catch (error) {
    // Whoever needs a row gets none; what matters was recorded before.
    if (recorder.statements.length === 0) throw error;
  }
  return recorder.statements;
}
