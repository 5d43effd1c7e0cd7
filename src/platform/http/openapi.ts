import type { DeclaredOperation } from './registry.ts';

/** The part of an OpenAPI document that is rewritten here. */
interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
}

/**
 * Makes of what the declarations say a document that is valid OpenAPI 3.1: operations whose addresses differ only in
 * the names of their parameters share one entry, and lists of fixed length are written as JSON Schema 2020-12 has them.
 */
export function openApiDocument(declared: object): object {
  const document = declared as Document;
  const byForm = new Map<string, string>();
  const paths: Document['paths'] = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    const form = path.replaceAll(/\{[^}]+\}/g, '{}');
    const first = byForm.get(form) ?? path;
    byForm.set(form, first);
    const names = namesIn(path);
    const firstNames = namesIn(first);
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters)
        if (parameter.in === 'path') parameter.name = firstNames[names.indexOf(parameter.name)] ?? parameter.name;
    }
    paths[first] = { ...paths[first], ...operations };
  }
  return withPrefixItems({ ...document, paths }) as object;
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
}

function withPrefixItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPrefixItems);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withPrefixItems(member)]));
  if (!Array.isArray(members.items)) return members;
  const { items, additionalItems: _older, ...others } = members;
  return { ...others, prefixItems: items, items: false };
}

/** The `paths` of a document: each operation's own description under its address and method. */
export function describePaths<Operation extends DeclaredOperation>(
  operations: readonly Operation[],
  describe: (operation: Operation) => object,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:([^/]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = describe(operation);
  }
  return paths;
}
