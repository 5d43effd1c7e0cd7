import { chatOpenApi } from '../../src/chat/http/openapi.ts';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { dispatchOpenApi } from '../../src/dispatch/http/openapi.ts';
import { isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { sessionOpenApi } from '../../src/pages/session/openapi.ts';
import { isSessionOperation } from '../../src/pages/session/session-operation.ts';
import { type Examples, NO_EXAMPLES, readExamples } from '../../src/platform/http/examples.ts';
import { type ApiDescription, openApiDocument } from '../../src/platform/http/openapi.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import type { SchemaNames } from '../../src/platform/http/schema-names.ts';

/** All APIs' documents as `docs/openapi/` keeps them: one path after the other by name, so that a change shows. */
export async function openApiFiles(): Promise<Map<string, string>> {
  const { operations, schemaNames } = await findDeclarations(['platform', 'chat', 'dispatch', 'bridge', 'pages']);
  return new Map([
    [
      'docs/openapi/chat.json',
      textOf(chatOpenApi(operations.filter(isChatOperation)), schemaNames, readExamples('chat')),
    ],
    [
      'docs/openapi/dispatch.json',
      textOf(dispatchOpenApi(operations.filter(isDispatchOperation)), schemaNames, readExamples('dispatch')),
    ],
    [
      'docs/openapi/session.json',
      textOf(sessionOpenApi(operations.filter(isSessionOperation)), schemaNames, readExamples('session')),
    ],
  ]);
}

function textOf(declared: ApiDescription, names: SchemaNames, examples: Examples = NO_EXAMPLES): string {
  const document = openApiDocument(declared, names, examples) as { paths: Record<string, object> };
  const paths = Object.entries(document.paths).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${lines({ ...document, paths: Object.fromEntries(paths) }, 0)}\n`;
}

/** Below this depth (a parameter, the answer of one status) a value is one line. */
const MAX_DEPTH = 6;

function lines(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return JSON.stringify(value);
  const indent = ' '.repeat(depth + 1);
  const members = Array.isArray(value)
    ? value.map((member) => lines(member, depth + 1))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${JSON.stringify(name)}: ${lines(member, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return members.length === 0
    ? `${open}${close}`
    : `${open}\n${indent}${members.join(`,\n${indent}`)}\n${indent.slice(1)}${close}`;
}
