/** Checks for what a migration must not do while processes of the previous version use the same tables. */

/**
 * Says of the statement after it that nobody uses what it takes away, since a release, or that its rule has been kept since one:
 * `-- unused since 0.2.0`, `-- kept since 0.2.0`.
 */
const UNUSED = /^-- (?:unused|kept) since (\d+\.\d+\.\d+)\b/;
/** The same, in front of its statement. */
const MARK = /^@unused (\S+)@\s*/;

const CREATED = /^create (?:unlogged |temp(?:orary)? )?table (?:if not exists )?([^\s(]+)/i;
const TABLE = /^(?:alter|drop|truncate) (?:table )?(?:if exists )?(?:only )?([^\s,]+)/i;
const INDEX = /^create (unique )?index (?:concurrently )?(?:if not exists )?(?:(?!on )(\S+) )?on (?:only )?([^\s(]+)/i;
const DROPPED_INDEX = /^drop index (?:concurrently )?(?:if exists )?(.+?)(?: cascade| restrict)?$/i;
const ALTERED = /^alter table (?:if exists )?(?:only )?(\S+)\s+(.*)$/is;
/** Nothing but triggers calls it. */
const OF_TRIGGERS = /^create (?:or replace )?function ([^\s(]+)\s*\(\s*\) returns trigger\b/i;
const DROPPED_FUNCTION = /^drop function (?:if exists )?([^\s(]+)/i;

const NOT_KEPT = 'adds a rule that the version before does not keep';
const ADDED =
  /^add (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|exclude\b|foreign\b|primary\b|not null\b)(\S+)/i;

/** Rules for whole statements. */
const STATEMENTS: readonly [wrong: RegExp, what: string][] = [
  [/^drop (?!function|trigger|index)/i, 'drops what the version before uses'],
  [/^alter .*\b(?:rename|set schema)\b/is, 'renames what the version before uses'],
  [/^alter (?:type|domain) .*\bdrop (?:attribute|default)\b/is, 'drops what the version before uses'],
  [/^alter domain .*\b(?:add|set not null)\b/is, NOT_KEPT],
  [/^truncate\b/i, 'empties a table that the version before uses'],
  [/^revoke\b/i, 'takes a right that the version before uses'],
];

/** Rules for each change of an ALTER TABLE. */
const CHANGES: readonly [wrong: RegExp, what: string][] = [
  [/^drop (?!constraint\b)/i, 'drops a column that the version before uses'],
  // By its name a check or a foreign key refuses something; any other may be what an ON CONFLICT of the version before names.
  [
    /^drop constraint (?!(?:if exists )?\S*(?:_check|_fkey|_not_null)\d*"?(?: |$))/i,
    'drops a rule that an ON CONFLICT of the version before may need',
  ],
  [/^alter (?:column )?\S+ (?:set data )?type\b/i, 'changes the type of a column that the version before reads'],
  [/^alter (?:column )?\S+ set not null\b/i, 'wants a value that the version before leaves out'],
  [
    /^alter (?:column )?\S+ drop (?:default|identity|expression)\b/i,
    'wants a value that the version before leaves out',
  ],
  [/^alter (?:column )?\S+ (?:add|set) generated always\b/i, 'refuses a value that the version before gives'],
  [
    /^add (?!constraint\b)(?!.*(?<!set )\bdefault\b)(?!.*\bgenerated\b).*\b(?:not null|primary key)\b/i,
    'adds a column that the version before leaves out',
  ],
  [/^add (?!constraint\b).*(?<!set )\bdefault\b.*\bunique\b/i, NOT_KEPT],
  [/^add (?!constraint\b).*\bunique\b.*(?<!set )\bdefault\b/i, NOT_KEPT],
  [/^add (?:constraint \S+ )?(?:check|unique|exclude|foreign|primary|not null)\b/i, NOT_KEPT],
];

/** Comments, texts and bodies, each from where it begins: none of them begins within another. */
const TOKENS = /--.*$|\/\*[\s\S]*?\*\/|(?:\bdo\s+(?:language\s+\w+\s+)?)?\$(\w*)\$([\s\S]*?)\$\1\$|'(?:[^']|'')*'/gim;

/** Returns the statements of a block, including those it executes from a text, as far as the text is literal. */
function unfold(block: string): string {
  const plain = block.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, ' ');
  return plain
    .replaceAll(/\b(?:begin|loop|then|else|execute|format\s*\()|\$\w*\$|'/gi, ';')
    .replaceAll(/%\d*\$?[IsL]/g, 'x');
}

/** The statements of a text, without comments; a text, and the body of a function, is one word. A block has those in it. */
function statementsOf(text: string): string[] {
  const blocks: string[] = [];
  const statements = text
    .replaceAll(TOKENS, (token, _tag, body?: string) => {
      const since = UNUSED.exec(token)?.[1];
      if (since !== undefined) return `@unused ${since}@ `;
      if (/^do\b/i.test(token)) return `block ${blocks.push(body!) - 1}`;
      return /^(?:--|\/\*)/.test(token) ? ' ' : "'text'";
    })
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '));
  const unfolded = statements.flatMap((statement) => {
    const [, mark = '', block] = /^(@unused \S+@ ?)?block (\d+)/.exec(statement) ?? [];
    return block === undefined ? statement : statementsOf(unfold(blocks[Number(block)]!)).map((each) => mark + each);
  });
  return unfolded.filter((statement) => statement !== '');
}

/** The changes of one ALTER TABLE: what stands between its commas, but for those in brackets. */
function changesIn(text: string): string[] {
  const changes = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === ',' && depth === 0) changes.push('');
    else changes[changes.length - 1] += char;
  }
  return changes.map((change) => change.trim());
}

/** Objects created by earlier migrations, as far as they decide what may be dropped. */
interface Known {
  /** Tables that the text makes itself: nobody uses them yet. */
  made: ReadonlySet<string>;
  /** Indexes that no ON CONFLICT can name. */
  plain: ReadonlySet<string>;
  /** Functions that only triggers call. */
  ofTriggers: ReadonlySet<string>;
  /** Columns that the text adds, by their tables: the version before leaves them empty, which breaks no rule of theirs. */
  added: ReadonlyMap<string, readonly string[]>;
}

function addedIn(statements: readonly string[]): Map<string, string[]> {
  const added = new Map<string, string[]>();
  for (const [, table, changes] of statements.flatMap((each) => [ALTERED.exec(each.replace(MARK, '')) ?? []])) {
    const columns = changesIn(changes ?? '').flatMap((change) =>
      /(?<!set )\b(?:default|generated)\b/i.test(change) ? [] : (ADDED.exec(change)?.[1] ?? []),
    );
    if (table !== undefined) added.set(table, [...(added.get(table) ?? []), ...columns]);
  }
  return added;
}

/** An index is where its table is. */
function plainIndexes(statements: readonly string[]): string[] {
  return statements.flatMap((each) => {
    const [, unique, name, table] = INDEX.exec(each) ?? [];
    if (unique !== undefined || name === undefined) return [];
    const schema = /^(.+)\./.exec(table!)?.[1];
    return schema === undefined ? [name] : [`${schema}.${name}`];
  });
}

function wrongIn(statement: string, { made, plain, ofTriggers, added }: Known): string[] {
  const table = TABLE.exec(statement)?.[1];
  if (table !== undefined && made.has(table)) return [];
  const found = STATEMENTS.filter(([wrong]) => wrong.test(statement)).map(([, what]) => what);
  const [, unique, , of] = INDEX.exec(statement) ?? [];
  const isOfNew = (text: string, of: string) =>
    text
      .slice(text.indexOf('('))
      .split(/[^\w"]+/)
      .some((word) => added.get(of)?.includes(word));
  if (unique !== undefined && !made.has(of!) && !isOfNew(statement, of!)) found.push(NOT_KEPT);
  const indexes = DROPPED_INDEX.exec(statement)?.[1]?.split(/,\s*/) ?? [];
  if (indexes.some((name) => !plain.has(name)))
    found.push('drops an index that an ON CONFLICT of the version before may need');
  const called = DROPPED_FUNCTION.exec(statement)?.[1];
  if (called !== undefined && !ofTriggers.has(called)) found.push('drops what the version before may call');
  const [, altered = '', changes = ''] = ALTERED.exec(statement) ?? [];
  for (const change of changesIn(changes)) {
    const wrong = CHANGES.filter(([pattern]) => pattern.test(change)).map(([, what]) => what);
    found.push(...wrong.filter((what) => what !== NOT_KEPT || !isOfNew(change, altered)));
  }
  return [...new Set(found)];
}

/**
 * Returns the parts of a migration that the previous version would fail on, one sentence each.
 * @param released versions that one may say something is unused since
 * @param earlier the migrations before it
 */
export function contractionsIn(text: string, released: readonly string[], earlier: readonly string[] = []): string[] {
  const statements = statementsOf(text);
  const all = [...earlier.flatMap(statementsOf), ...statements];
  const known: Known = {
    made: new Set(statements.flatMap((each) => CREATED.exec(each.replace(MARK, ''))?.[1] ?? [])),
    plain: new Set(plainIndexes(all)),
    added: addedIn(statements),
    ofTriggers: new Set(all.flatMap((each) => OF_TRIGGERS.exec(each)?.[1] ?? [])),
  };
  return statements.flatMap((marked) => {
    const since = MARK.exec(marked)?.[1];
    if (since !== undefined) return released.includes(since) ? [] : [`${since} was not released`];
    return wrongIn(marked, known).map((what) => `"${marked}" ${what}`);
  });
}
