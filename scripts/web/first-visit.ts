import path from 'node:path';

interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** Imports of modules, as the bundler knows them. */
interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/**
 * Names the chunk of what a first visit to an app loads: one per set of apps that load it. Left to itself, the bundler makes
 * a file of each module that some lazy part shares, and fifty small files compress worse than a dozen by a fifth.
 *
 * Modules of one chunk are also reached by the same apps, now or by a later part: what an app never imports does not run
 * there because it shares a chunk.
 * A part that most visits open, and which would be dozens of small files, is named in the same way: it comes whole.
 * @param entries HTML files of the apps
 * @param parts modules that parts of an app begin with, by the name of the part; what two of them import is the first one's
 * @param others HTML files of pages that nobody visits: what they show of a part is in a file of its own
 */
export function firstVisitChunks(
  entries: readonly string[],
  parts: Readonly<Record<string, string>> = {},
  others: readonly string[] = [],
): (id: string, graph: ModuleGraph) => string | null {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= readNames(entries, parts, others, graph);
    return names.get(id) ?? null;
  };
}

function readNames(
  entries: readonly string[],
  parts: Readonly<Record<string, string>>,
  others: readonly string[],
  graph: ModuleGraph,
): Map<string, string> {
  const first = appsByModule(entries, graph, ({ importedIds }) => importedIds);
  const all = appsByModule(entries, graph, ({ importedIds, dynamicallyImportedIds }) => [
    ...importedIds,
    ...dynamicallyImportedIds,
  ]);
  // The app's own entry stays a chunk that its page names.
  const own = new Set(entries.flatMap((entry) => graph.getModuleInfo(entry)?.importedIds ?? []));
  const names = new Map(
    [...first].flatMap(([id, apps]) => {
      const later = all.get(id)!.filter((app) => !apps.includes(app));
      const name = later.length > 0 ? `${apps.join('-')}-later-${later.join('-')}` : apps.join('-');
      return own.has(id) ? [] : [[id, name] as const];
    }),
  );
  const elsewhere = appsByModule(others, graph, ({ importedIds }) => importedIds);
  for (const [part, begin] of Object.entries(parts))
    for (const id of reached(begin, graph, ({ importedIds }) => importedIds)) {
      const apps = [...(all.get(id) ?? []), ...(elsewhere.get(id) ?? [])];
      if (!first.has(id) && !names.has(id)) names.set(id, `${part}-of-${apps.join('-')}`);
    }
  return names;
}

/**
 * Whether a file is of the first visit to every app that loads another one: it need not be asked for beside what that one loads.
 * Both are known by the names that {@link firstVisitChunks} gives.
 * @param entries HTML files of the apps
 */
export function isLoadedWith(other: string, file: string, entries: readonly string[]): boolean {
  const all = entries.map(appOf);
  const apps = appsOf(other, all)?.flat();
  const [first] = appsOf(file, all) ?? [];
  return apps !== undefined && first !== undefined && apps.every((app) => first.includes(app));
}

const appOf = (entry: string): string => path.basename(path.dirname(entry));

/** Returns the apps that load a file with the first visit, and those that load it later; undefined for one that is not named so. */
function appsOf(file: string, all: readonly string[]): string[][] | undefined {
  const [, name] = /([a-z-]+)-[\w-]{8}\.(?:js|css)$/.exec(file) ?? [];
  const groups = name?.split('-later-').map((apps) => apps.split('-'));
  return groups?.flat().every((app) => all.includes(app)) ? groups : undefined;
}

function appsByModule(
  entries: readonly string[],
  graph: ModuleGraph,
  next: (info: ModuleInfo) => readonly string[],
): Map<string, string[]> {
  const apps = new Map<string, string[]>();
  for (const entry of entries) {
    const seen = reached(entry, graph, next);
    seen.delete(entry);
    for (const id of seen) apps.set(id, [...(apps.get(id) ?? []), appOf(entry)]);
  }
  return apps;
}

/** Returns a module and all that it imports, directly or not. */
function reached(begin: string, graph: ModuleGraph, next: (info: ModuleInfo) => readonly string[]): Set<string> {
  const seen = new Set([begin]);
  for (const id of seen) {
    const info = graph.getModuleInfo(id);
    for (const imported of info ? next(info) : []) seen.add(imported);
  }
  return seen;
}
