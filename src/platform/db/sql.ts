import { createHash } from 'node:crypto';

/**
 * One SQL statement with its values kept apart from its text. Values never become text, so nothing a
 * user sends can change a statement. Fragments nest: `sql` inside `sql` is spliced and renumbered
 * (docs/decisions/0001-plain-sql.md).
 */
export class Sql<Row = unknown> {
  /** Phantom: the shape of a row this statement gives. */
  declare readonly row: Row;
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** Whether the statement is planned for this one time and not kept; of its parts, none matters. */
  readonly once: boolean;

  constructor(strings: readonly string[], values: readonly unknown[], once = false) {
    this.strings = strings;
    this.values = values;
    this.once = once;
  }
}

/** The statement as `pg` takes it. A name makes PostgreSQL parse it once per connection. */
export interface PreparedStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** Tags a statement or a fragment: ``sql<{ id: number }>`select id from t where a = ${a}` ``. */
export function sql<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Sql<Row> {
  return new Sql<Row>(strings, values);
}

/** Text that comes from our own code (a column name, a direction), never from a request. */
sql.raw = (text: string): Sql => new Sql([text], []);

/** A statement that need not be kept prepared: one of many shapes, or whose best plan depends on its values. */
sql.once = <Row>(statement: Sql<Row>): Sql<Row> => new Sql<Row>(statement.strings, statement.values, true);

/** Fragments in a row with `separator` (our own text) between them; an empty list gives an empty fragment. */
sql.join = (parts: readonly Sql[], separator = ', '): Sql => {
  if (parts.length === 0) return sql.raw('');
  return new Sql(['', ...Array(parts.length - 1).fill(separator), ''], parts);
};

function flatten(statement: Sql, text: string[], values: unknown[]): void {
  statement.strings.forEach((string, index) => {
    text.push(string);
    if (index >= statement.values.length) return;
    const value = statement.values[index];
    if (value instanceof Sql) flatten(value, text, values);
    else {
      values.push(value);
      text.push(`$${values.length}`);
    }
  });
}

// Statement texts come from our code only, so their number is small; the bound guards against a mistake
// (a text built from data), which would otherwise grow this map and every connection's plan cache for ever.
const names = new Map<string, string>();
const MAX_NAMES = 2000;

function nameFor(text: string): string {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_NAMES) return '';
  const name = `h${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/** Numbers the values (`$1`, `$2`, …) and gives the statement its name. */
export function prepare(statement: Sql): PreparedStatement {
  const text: string[] = [];
  const values: unknown[] = [];
  flatten(statement, text, values);
  const joined = text.join('');
  return { name: statement.once ? '' : nameFor(joined), text: joined, values };
}
