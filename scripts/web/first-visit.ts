import path from 'node:path';

/** Static imports of a module, as the bundler knows them. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Names the chunk of what a first visit to an app loads: one per set of apps that load it. Left to itself, the bundler makes
 * a file of each module that some lazy part shares, and fifty small files compress worse than five by a fifth.
 * @param entries HTML files of the apps
 */
export function firstVisitChunks(entries: readonly string[]): (id: string, graph: ModuleGraph) => string | null {
  let appsOf: ReadonlyMap<string, readonly string[]> | undefined;
  return (id, graph) => {
    appsOf ??= readFirstVisits(entries, graph);
    return appsOf.get(id)?.join('-') ?? null;
  };
}

function readFirstVisits(entries: readonly string[], graph: ModuleGraph): Map<string, string[]> {
  const appsOf = new Map<string, string[]>();
  for (const entry of entries) {
    const app = path.basename(path.dirname(entry));
    const seen = new Set([entry]);
    for (const id of seen)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
        if (seen.has(imported)) continue;
        seen.add(imported);
        // The app's own entry stays a chunk that its page names.
        if (id === entry) continue;
        appsOf.set(imported, [...(appsOf.get(imported) ?? []), app]);
      }
  }
  return appsOf;
}
