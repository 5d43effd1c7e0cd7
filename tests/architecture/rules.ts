import path from 'node:path';
import type { Import } from './imports.ts';

/** Finds what is wrong about a set of imports, a sentence each. The rules are docs/decisions/0012-tree.md. */
export type Rule = (imports: readonly Import[]) => string[];

export const edge = ({ from, to }: Import) => `${from} → ${to}`;

const PARTS = ['chat', 'dispatch', 'platform'];
const partOf = (file: string) => file.split('/')[0]!;
const sliceOf = (file: string) => file.split('/').slice(0, 2).join('/');
const folderOf = (file: string) => path.dirname(file);
const contains = (folder: string, file: string) => `${folderOf(file)}/`.startsWith(`${folder}/`);
const isQueries = (file: string) => /(?:^|-)queries\.ts$/.test(path.basename(file));

/** The groups of names that reach each other (Tarjan's strongly connected components, single ones left out). */
function circles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (name: string): void => {
    const own = index.size;
    index.set(name, own);
    low.set(name, own);
    stack.push(name);
    for (const [, to] of next.get(name) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(name, Math.min(low.get(name)!, low.get(to)!));
    }
    if (low.get(name) !== own) return;
    const circle = stack.splice(stack.indexOf(name));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const [from] of edges) if (!index.has(from)) visit(from);
  return found;
}

/** The imports that lie on a circle, by name. */
function onCircles(imports: readonly Import[], nameOf: (file: string) => string): string[] {
  const between = imports
    .map(({ from, to }) => [nameOf(from), nameOf(to)] as const)
    .filter(([from, to]) => from !== to);
  const found = circles(between);
  return imports
    .filter(({ from, to }) => nameOf(from) !== nameOf(to))
    .filter(({ from, to }) => found.some((circle) => circle.includes(nameOf(from)) && circle.includes(nameOf(to))))
    .map((each) => `${edge(each)} lies on a circle`);
}

/** No file reaches itself by imports. */
export const noCircleOfFiles: Rule = (imports) => onCircles(imports, (file) => file);

/**
 * Within one part, no folder reaches itself. Operations, jobs and log readers may import any slice, so theirs do not count;
 * neither do imports between a folder and its own rooms, nor those of files that stand beside the folders.
 */
export const noCircleOfFolders: Rule = (imports) =>
  PARTS.flatMap((part) =>
    onCircles(
      imports.filter(
        ({ from, to, fromEntry }) =>
          !fromEntry &&
          [from, to].every((file) => partOf(file) === part && folderOf(file) !== part) &&
          !contains(folderOf(from), to) &&
          !contains(folderOf(to), from),
      ),
      folderOf,
    ),
  );

/** Within one part, no slice reaches itself, whatever its rooms. Operations, jobs and log readers do not count. */
export const noCircleOfSlices: Rule = (imports) =>
  PARTS.flatMap((part) =>
    onCircles(
      imports.filter(
        ({ from, to, fromEntry }) =>
          !fromEntry && [from, to].every((file) => partOf(file) === part && folderOf(file) !== part),
      ),
      sliceOf,
    ),
  );

/** Within one app, no room reaches itself. Files beside the rooms, as the tables of screens and sheets, do not count. */
export const noCircleOfRooms: Rule = (imports) =>
  onCircles(
    imports.filter(
      ({ from, to }) => partOf(from) === partOf(to) && [from, to].every((file) => file.split('/').length > 2),
    ),
    sliceOf,
  );

/** The place of a file in its slice by its name, or by what it declares; undefined: its name says nothing. */
function namedRank(file: string, operations: ReadonlySet<string>): number | undefined {
  if (operations.has(file)) return 4;
  if (isQueries(file) || path.basename(file) === 'fragments.ts') return 1;
  return { 'access.ts': 2, 'actions.ts': 3 }[path.basename(file)];
}

/**
 * Operation → actions → access → queries, fragments. A file named for a rule stands as high as the highest file that it
 * reaches through others like it, so no name hides an arrow that leads upwards.
 */
export const noImportFromAbove: Rule = (imports) => {
  const operations = new Set(imports.filter(({ fromOperation }) => fromOperation).map(({ from }) => from));
  const own = imports.filter(({ from }) => partOf(from) === 'chat' || partOf(from) === 'dispatch');
  const next = Map.groupBy(own, ({ from }) => from);
  const ranks = new Map<string, number>();
  const rank = (file: string): number => {
    const known = ranks.get(file) ?? namedRank(file, operations);
    if (known !== undefined) return known;
    // Circles of files end here; another rule refuses them.
    ranks.set(file, 0);
    const highest = Math.max(0, ...(next.get(file) ?? []).map(({ to }) => rank(to)));
    ranks.set(file, highest);
    return highest;
  };
  return own
    .filter(({ from, to }) => rank(to) > (namedRank(from, operations) ?? 3))
    .map((each) => `${edge(each)} leads upwards`);
};

const GROUND: Record<string, readonly string[]> = {
  chat: ['http', 'events', 'settings', 'markdown', 'emoji'],
  dispatch: ['http', 'events'],
};

/** The rooms at the ground import no resource of their part. */
export const groundImportsNoResource: Rule = (imports) => {
  const isGround = (file: string) => GROUND[partOf(file)]?.includes(file.split('/')[1]!) ?? false;
  return imports
    .filter(({ from, to }) => isGround(from) && partOf(from) === partOf(to) && !isGround(to))
    .map((each) => `${edge(each)}: a ground room imports a resource`);
};

/** A slice and its rooms share queries; others go through its access and actions. */
export const queriesArePrivate: Rule = (imports) =>
  imports
    .filter(({ from, to }) => isQueries(to) && !contains(folderOf(to), from))
    .map((each) => `${edge(each)}: queries are private`);

/** SQL that a slice offers others stands in its `fragments.ts`. */
export const offeredSqlStandsInFragments: Rule = (imports) =>
  imports
    .filter(({ from, to, sql }) => sql?.length && sliceOf(from) !== sliceOf(to) && partOf(from) === partOf(to))
    .filter(({ from, to }) => partOf(from) !== 'platform' && path.basename(to) !== 'fragments.ts')
    .map((each) => `${edge(each)}: ${each.sql!.join(', ')} is SQL outside fragments.ts`);

/** Top-level parts that a part may import besides itself. Dependencies only point down. */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  platform: [],
  chat: ['platform'],
  dispatch: ['platform'],
  bridge: ['platform', 'chat', 'dispatch'],
  import: ['platform', 'chat', 'dispatch'],
  pages: ['platform', 'chat', 'dispatch'],
  cli: ['platform', 'chat', 'dispatch', 'bridge', 'import', 'pages', 'app.ts'],
  'app.ts': ['platform', 'chat', 'dispatch', 'bridge', 'pages'],
  'main.ts': ['cli', 'platform'],
};

/** The package's manifest, which lies beside the sources and holds the version. */
const MANIFEST = '../package.json';

/** Pure rules that `src` and `web` share; all parts may import them. */
const SHARED_RULES = '../rules/';

export const partsImportWhatLiesBelow: Rule = (imports) =>
  imports
    .filter(({ to }) => to !== MANIFEST && !to.startsWith(SHARED_RULES))
    .filter(({ from, to }) => partOf(from) !== partOf(to) && !MAY_IMPORT[partOf(from)]?.includes(partOf(to)))
    .map((each) => `${edge(each)}: src/${partOf(each.from)} may not import src/${partOf(each.to)}`);
