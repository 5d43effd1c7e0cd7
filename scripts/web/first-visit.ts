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
 * @param entries HTML files of the apps
 */
export function firstVisitChunks(entries: readonly string[]): (id: string, graph: ModuleGraph) => string | null {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= readNames(entries, graph);
    return names.get(id) ?? null;
  };
}

function readNames(entries: readonly string[], graph: ModuleGraph): Map<string, string> {
  const first = appsByModule(entries, graph, ({ importedIds }) => importedIds);
  const all = appsByModule(entries, graph, ({ importedIds, dynamicallyImportedIds }) => [
    ...importedIds,
    ...dynamicallyImportedIds,
  ]);
  // The app's own entry stays a chunk that its page names.
  const own = new Set(entries.flatMap((entry) => graph.getModuleInfo(entry)?.importedIds ?? []));
  return new Map(
    [...first].flatMap(([id, apps]) => {
      const later = all.get(id)!.filter((app) => !apps.includes(app));
      const name = later.length > 0 ? `${apps.join('-')}-later-${later.join('-')}` : apps.join('-');
      return own.has(id) ? [] : [[id, name] as const];
    }),
  );
}

function appsByModule(
  entries: readonly string[],
  graph: ModuleGraph,
  next: (info: ModuleInfo) => readonly string[],
): Map<string, string[]> {
  const apps = new Map<string, string[]>();
  for (const entry of entries) {
    const seen = new Set([entry]);
    for (const id of seen) {
      const info = graph.getModuleInfo(id);
      for (const imported of info ? next(info) : []) seen.add(imported);
    }
    seen.delete(entry);
    for (const id of seen) apps.set(id, [...(apps.get(id) ?? []), path.basename(path.dirname(entry))]);
  }
  return apps;
}
