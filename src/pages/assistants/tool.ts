import { type Static, type TProperties, Type } from 'typebox';
import type { PlannedCall } from '../../platform/assistants/actions.ts';
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

interface Common<P extends TProperties> {
  /** Name for people. */
  title: string;
  /** Description for the assistant: when to use it, and what it answers. */
  about: string;
  /** The account that it needs. */
  side: 'chat' | 'dispatch';
  params: P;
}

type ParamsOf<P extends TProperties> = Static<ReturnType<typeof Type.Object<P>>>;

interface Reading<P extends TProperties> extends Common<P> {
  run(request: ToolRequest, params: ParamsOf<P>): Promise<object>;
}

/** A write that a tool would make. */
export interface WritePlan {
  /** Description that the assistant shows to its user. */
  preview: object;
  call: PlannedCall;
}

interface Writing<P extends TProperties> extends Common<P> {
  /** Says what would happen. It reads alone: a call that writes is refused here. */
  plan(request: ToolRequest, params: ParamsOf<P>): Promise<WritePlan>;
  /** Returns what the assistant gets once it is done, from the operation's answer. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation declares
  done(answer: any): object;
}

// biome-ignore lint/suspicious/noExplicitAny: a tool of any parameters
type Any = any;
type Declared<D> = DeclaredOperation & Omit<D, 'params'> & { input: ReturnType<typeof Type.Object<Any>> };

/** A tool that reads. */
export type ReadingTool = Declared<Reading<Any>>;
/** A tool that shows what it would write, which `confirm` then does. */
export type WritingTool = Declared<Writing<Any>>;
export type Tool = ReadingTool | WritingTool;

/**
 * Declares a tool for assistants. The registry finds it as it finds operations; the file's name is the tool's
 * (`find-tasks-tool.ts`: `find_tasks`). A tool has no rights: all that it reads and does goes through operations.
 */
export function readingTool<const P extends TProperties>(declaration: Reading<P>): ReadingTool {
  return declared(declaration);
}

/** The same for a write in two calls: the tool shows what would happen, and `confirm` does exactly that. */
export function writingTool<const P extends TProperties>(declaration: Writing<P>): WritingTool {
  return declared(declaration);
}

function declared<P extends TProperties, D extends Common<P>>({ params, ...rest }: D) {
  const input = Type.Object(params, { additionalProperties: false });
  // By itself it changes nothing: what a confirmation calls is an operation with a declaration of its own.
  return { ...rest, input, method: 'GET', path: '/mcp', summary: rest.title, [operationApi]: 'assistant' } as never;
}

/** Whether a tool writes, after a confirmation. */
export const isWriting = (tool: Tool): tool is WritingTool => 'plan' in tool;

/** Whether a declaration is one of a tool. */
export function isTool(operation: DeclaredOperation): operation is Tool {
  return operation[operationApi] === 'assistant';
}

/** Name of a tool, as assistants call it. */
export const nameOfTool = ({ id }: Tool): string => id!.replace(/-tool$/, '').replaceAll('-', '_');
