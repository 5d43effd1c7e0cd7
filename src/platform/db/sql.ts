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
  /** The same for every statement of the same text, whatever its values. */
  readonly shape: object | string;

  constructor(
    strings: readonly string[],
    values: readonly unknown[],
    { once = false, shape = strings }: { once?: boolean; shape?: object | string } = {},
  ) {
    this.strings = strings;
    this.values = values;
    this.once = once;
    this.shape = shape;
  }
}

/** A table after a word that writes it, or a function of ours, which may write any. */
const WRITTEN =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?([a-z_]+\.\w+)|([a-z_]+\.\w+)\(/gi;

/** The tables that a statement's text writes, and the functions of ours that it calls, each by its name with its schema. */
export function writtenBy(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(WRITTEN), ([, table, called]) => table ?? called!))];
}

/** The statement as `pg` takes it. A name makes PostgreSQL parse it once per connection. */
export interface PreparedStatement {
  name: string;
  text: string;
  values: unknown[];
  /** Tables that it writes, and functions that it calls. */
  writes: readonly string[];
}

/** Tags a statement or a fragment: ``sql<{ id: number }>`select id from t where a = ${a}` ``. */
export function sql<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Sql<Row> {
  return new Sql<Row>(strings, values);
}

/** Text that comes from our own code (a column name, a direction), never from a request. */
sql.raw = (text: string): Sql => new Sql([text], [], { shape: text });

/** A statement that need not be kept prepared: one of many shapes, or whose best plan depends on its values. */
sql.once = <Row>(statement: Sql<Row>): Sql<Row> => new Sql<Row>(statement.strings, statement.values, { once: true });

/** Fragments in a row with `separator` (our own text) between them; an empty list gives an empty fragment. */
sql.join = (parts: readonly Sql[], separator = ', '): Sql => {
  if (parts.length === 0) return sql.raw('');
  const strings = ['', ...Array<string>(parts.length - 1).fill(separator), ''];
  // No text that PostgreSQL takes has a zero.
  return new Sql(strings, parts, { shape: `\0${parts.length} ${separator}` });
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

/**
 * A step on the way through a statement: the shapes of its parts in their order, and a mark for each value. Where two ways are
 * the same, so are the texts, which are kilobytes: found by this way they are neither joined nor compared again.
 */
class Step {
  #key: object | string | symbol | undefined;
  #only: Step | undefined;
  #others: Map<object | string | symbol, Step> | undefined;
  /** Cached text of a statement that ends here. */
  cached: Omit<PreparedStatement, 'values'> | undefined;

  next(key: object | string | symbol): Step {
    if (this.#key === key) return this.#only!;
    const known = this.#others?.get(key);
    if (known) return known;
    const step = new Step();
    if (this.#only === undefined) {
      this.#key = key;
      this.#only = step;
    } else {
      this.#others ??= new Map();
      this.#others.set(key, step);
    }
    return step;
  }
}

const VALUE = Symbol('value');
/** Statements whose texts are kept. Like their names they are few; lists of many lengths are not. */
const MAX_KEPT = 5000;

/** The texts of our statements, as their names of the process. */
class StatementTextCache {
  #first = new Step();
  #count = 0;

  find(statement: Sql, values: unknown[]): Omit<PreparedStatement, 'values'> {
    if (this.#count === MAX_KEPT) {
      this.#first = new Step();
      this.#count = 0;
    }
    const step = walk(statement, this.#first, values);
    if (step.cached) return step.cached;
    this.#count++;
    const text = textOf(statement, []);
    step.cached = { name: nameFor(text), text, writes: writtenBy(text) };
    return step.cached;
  }
}

const statementTexts = new StatementTextCache();

function walk(statement: Sql, from: Step, values: unknown[]): Step {
  let step = from.next(statement.shape);
  for (const value of statement.values) {
    if (value instanceof Sql) step = walk(value, step, values);
    else {
      values.push(value);
      step = step.next(VALUE);
    }
  }
  return step;
}

/** Numbers the values (`$1`, `$2`, …) and gives the statement its name. */
export function prepare(statement: Sql): PreparedStatement {
  const values: unknown[] = [];
  if (statement.once) {
    const text = textOf(statement, values);
    return { name: '', text, values, writes: writtenBy(text) };
  }
  return { ...statementTexts.find(statement, values), values };
}

function textOf(statement: Sql, values: unknown[]): string {
  const text: string[] = [];
  flatten(statement, text, values);
  return text.join('');
}
