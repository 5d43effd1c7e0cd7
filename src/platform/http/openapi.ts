import type { DeclaredOperation } from './registry.ts';
import { referToSchemas, type SchemaNames } from './schema-names.ts';

/** Description of an API by its dialect, from which `openApiDocument` builds a whole document. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: readonly object[];
  components: {
    securitySchemes: Record<string, object>;
    /** Schemas of the dialect itself, by their names in the document. */
    schemas?: Record<string, object>;
    responses: Record<string, object>;
  };
  security?: readonly object[];
  paths: Record<string, Record<string, { tags?: string[]; parameters?: { name: string; in: string }[] }>>;
}

/**
 * Makes of what the declarations say a document that is valid OpenAPI 3.1: operations whose addresses differ only in
 * the names of their parameters share one entry, schemas with names stand once and are referred to, and lists of fixed
 * length are written as JSON Schema 2020-12 has them.
 */
export function openApiDocument(document: ApiDescription, names: SchemaNames): object {
  const byForm = new Map<string, string>();
  const paths: ApiDescription['paths'] = {};
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
  const { schemas: ofDialect = {}, ...components } = document.components;
  const { value, schemas } = referToSchemas({ paths, components }, names.with(ofDialect));
  const written = value as { paths: object; components: object };
  const tags = new Set(
    Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((each) => each.tags ?? [])),
  );
  return {
    ...document,
    tags: [...tags].sort().map((name) => ({ name })),
    paths: written.paths,
    components: { ...written.components, schemas },
  };
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
}

/** The `paths` of a document: each operation's own description under its address and method, tagged with its slice. */
export function describePaths<Operation extends DeclaredOperation>(
  operations: readonly Operation[],
  describe: (operation: Operation) => object,
): ApiDescription['paths'] {
  const paths: ApiDescription['paths'] = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:([^/]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = {
      ...(operation.slice ? { tags: [operation.slice] } : {}),
      ...describe(operation),
    };
  }
  return paths;
}

/** Form of a dialect's errors. */
interface ErrorForm<Code> {
  /** Errors that any operation may answer with. */
  common: Iterable<Code>;
  statusOf: (code: Code) => number;
  /** The response of one status. */
  describe: (codes: readonly Code[]) => object;
}

/** The responses to errors: those that all operations have in common stand once, among a document's `components`. */
export class ErrorResponses<Code> {
  readonly #form: ErrorForm<Code>;
  readonly #common: ReadonlyMap<number, Code[]>;

  constructor(form: ErrorForm<Code>) {
    this.#form = form;
    this.#common = Map.groupBy(form.common, form.statusOf);
  }

  /** `components.responses` of the document. */
  get components(): Record<string, object> {
    const responses = [...this.#common].map(
      ([status, codes]) => [`Error${status}`, this.#form.describe(codes)] as const,
    );
    return Object.fromEntries(responses.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Returns the errors of an operation by status. @param own its errors beside the common ones */
  of(own: readonly Code[]): Record<number, object> {
    const codes = Map.groupBy(new Set([...own, ...this.#form.common]), this.#form.statusOf);
    const responses = [...codes].map(([status, some]) => [
      status,
      some.length === this.#common.get(status)?.length
        ? { $ref: `#/components/responses/Error${status}` }
        : this.#form.describe(some),
    ]);
    return Object.fromEntries(responses);
  }
}
