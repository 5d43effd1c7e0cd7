import { type Static, type TProperties, Type } from 'typebox';
import type { KeyScope } from '../../platform/assistants/scope.ts';
import { type DeclaredOperation, operationApi } from '../../platform/http/registry.ts';

/** Context of a tool in addition to its arguments. */
export interface ToolRequest {
  /**
   * Calls an operation of an API as the person, within what the key lets: rights, checks, limits and events are the
   * operation's own.
   * @param operation `GET /api/v2/tasks/all`
   * @throws {ToolRefusal} with the sentence of the operation's error
   */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation declares
  call(operation: string, given?: Readonly<Record<string, unknown>>): Promise<any>;
  scope: KeyScope;
  now: Date;
}

/** A refusal that the assistant reads. */
export class ToolRefusal extends Error {}

interface Declaration<P extends TProperties> {
  /** Name for people. */
  title: string;
  /** Description for the assistant: when to use it, and what it answers. */
  about: string;
  /** The account that it needs. */
  side: 'chat' | 'dispatch';
  params: P;
  run(request: ToolRequest, params: Static<ReturnType<typeof Type.Object<P>>>): Promise<object>;
}

// biome-ignore lint/suspicious/noExplicitAny: a tool of any parameters
export type Tool<P extends TProperties = any> = DeclaredOperation &
  Omit<Declaration<P>, 'params'> & { input: ReturnType<typeof Type.Object<P>> };

/**
 * Declares a tool for assistants. The registry finds it as it finds operations; the file's name is the tool's
 * (`find-tasks-tool.ts`: `find_tasks`). A tool has no rights: all that it reads and does goes through operations.
 */
export function readingTool<const P extends TProperties>({ params, ...declaration }: Declaration<P>): Tool<P> {
  const input = Type.Object(params, { additionalProperties: false });
  return {
    ...declaration,
    input,
    method: 'GET',
    path: '/mcp',
    summary: declaration.title,
    [operationApi]: 'assistant',
  } as unknown as Tool<P>;
}

/** Whether a declaration is one of a tool. */
export function isTool(operation: DeclaredOperation): operation is Tool {
  return operation[operationApi] === 'assistant';
}

/** Name of a tool, as assistants call it. */
export const nameOfTool = ({ id }: Tool): string => id!.replace(/-tool$/, '').replaceAll('-', '_');
