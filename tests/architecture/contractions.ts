/** What a migration must not do while processes of the version before serve from the same tables. */

/** Says that nobody uses what it takes away, since a release: `-- unused since 0.2.0`. */
const UNUSED = /^-- unused since (\d+\.\d+\.\d+)\b/m;

const RULES: readonly [wrong: RegExp, what: string][] = [
  [/^drop (?!function|trigger|index)/i, 'drops what the version before uses'],
  [
    /^alter table .*\bdrop (?!constraint|not null|default|identity|expression)/is,
    'drops a column that the version before uses',
  ],
  [/^alter .*\brename\b/is, 'renames what the version before uses'],
  [
    /^alter table .*\balter (?:column )?\S+ (?:set data )?type\b/is,
    'changes the type of a column that the version before reads',
  ],
  [/^alter table .*\bset not null\b/is, 'wants a value that the version before leaves out'],
  [
    /^alter table .*\badd (?:column )?(?!.*\bdefault\b)(?!.*\bgenerated\b)[^,]*\bnot null\b/is,
    'adds a column that the version before leaves out',
  ],
  [
    /^alter table .*\badd (?:constraint \S+ )?(?:check|unique|exclude|foreign|primary)\b/is,
    'adds a rule that the version before does not keep',
  ],
  [/^truncate\b/i, 'empties a table that the version before uses'],
];

/** The statements of a text, without comments; bodies of functions are one word. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "'body'")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');
}

/** The tables that a text makes: nobody uses them yet. */
const madeIn = (statements: readonly string[]) =>
  new Set(statements.flatMap((each) => /^create (?:unlogged )?table (?:if not exists )?(\S+)/i.exec(each)?.[1] ?? []));

/**
 * What in a migration the version before would stumble over, a sentence each.
 * @param released versions that one may say something is unused since
 */
export function contractionsIn(text: string, released: readonly string[]): string[] {
  const since = UNUSED.exec(text)?.[1];
  if (since !== undefined) return released.includes(since) ? [] : [`${since} was not released`];
  const statements = statementsOf(text);
  const made = madeIn(statements);
  return statements
    .filter((each) => !made.has(/^alter table (?:if exists )?(?:only )?(\S+)/i.exec(each)?.[1] ?? ''))
    .flatMap((each) => RULES.filter(([wrong]) => wrong.test(each)).map(([, what]) => `"${each}" ${what}`));
}
