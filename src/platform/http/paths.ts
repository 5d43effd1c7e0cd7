import type { DeclaredOperation } from './registry.ts';

/** The path of an address, without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** The query of an address, still encoded; empty when it has none. */
export function queryOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? '' : url.slice(query + 1);
}

/**
 * Tells which methods a path has, below an API's prefix; none when there is nothing at this path. For the answer to a
 * request that fits no route.
 */
export function methodsByPath(operations: readonly DeclaredOperation[]): (path: string) => string[] {
  const routes = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
  }));
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
