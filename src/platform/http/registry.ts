import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { isLogReader, type LogReader } from '../events/log-reader.ts';
import { type DeclaredJob, isJob } from '../jobs/define-job.ts';
import { SchemaNames } from './schema-names.ts';
import { loadSlices } from './slices.ts';

/** Marks an object as a declared operation of one API. */
export const operationApi: unique symbol = Symbol('hubbub operation');

/** Shared members of every API's operations. */
export interface DeclaredOperation {
  readonly [operationApi]: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API's prefix, parameters as `:name`. */
  path: string;
  summary: string;
  /**
   * The answer is held until there is something to send: a long poll or a stream. How long it takes says nothing about the
   * server, so it is neither logged as slow nor traced, and its metrics have the label `holds`.
   */
  holds?: true;
  /** File name of its declaration, set by the registry. */
  id?: string;
  /** Folder of its resource, set by the registry: the tag of its documents. */
  slice?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration that a route serves. */
    operation?: DeclaredOperation;
  }
}

/** The operation that a request reached, if it reached any. */
export function operationOf(request: FastifyRequest): DeclaredOperation | undefined {
  return request.routeOptions.config.operation;
}

/** All that the slices declare. */
export interface Declarations {
  operations: DeclaredOperation[];
  jobs: DeclaredJob[];
  readers: LogReader[];
  /** Names of the schemas that the slices export. */
  schemaNames: SchemaNames;
}

/**
 * Finds every operation, job and log reader that the slices export: the folders are the registry. A file `send-message.ts`
 * that exports an operation declares the operation `send-message`.
 * @param parts folders under `src`
 */
export async function findDeclarations(parts: readonly string[]): Promise<Declarations> {
  const files = await loadSlices(parts);
  const declarations: Declarations = { operations: [], jobs: [], readers: [], schemaNames: new SchemaNames(files) };
  for (const [file, exported] of files) {
    for (const value of Object.values(exported)) {
      if (isJob(value) && !declarations.jobs.includes(value)) declarations.jobs.push(value);
      if (isLogReader(value) && !declarations.readers.includes(value)) declarations.readers.push(value);
      if (isOperation(value) && !declarations.operations.includes(value)) {
        value.id ??= path.basename(file, '.ts');
        value.slice ??= file.split('/')[1]!;
        declarations.operations.push(value);
      }
    }
  }
  return declarations;
}

function isOperation(value: unknown): value is DeclaredOperation {
  return typeof value === 'object' && value !== null && operationApi in value;
}
