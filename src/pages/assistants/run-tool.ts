import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findProblem } from '../../dispatch/http/problem.ts';
import { type Assistant, identifyAssistant } from '../../platform/assistants/access.ts';
import { withTicket } from '../../platform/assistants/calls.ts';
import { hasChat, hasDispatch } from '../../platform/assistants/scope.ts';
import { isStorableJson } from '../../platform/http/text.ts';
import { validatorOf } from '../../platform/http/validator-of.ts';
import type { Services } from '../../platform/services.ts';
import { callApiWith } from '../http/call-api.ts';
import { type Accounts, accountsOf } from '../session/accounts.ts';
import { answerText } from './answer.ts';
import { nameOfTool, type Tool, ToolRefusal } from './tool.ts';
import { countToolCall } from './tool-calls.ts';

/** A request to `/mcp` whose key was found. */
export interface Asking {
  app: FastifyInstance;
  services: Services;
  request: FastifyRequest;
  /** The key as it came. */
  key: string;
  assistant: Assistant;
  accounts: Accounts;
}

/** Returns who asks; undefined: the key opens nothing. */
export async function askingBy(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
  key: string,
): Promise<Asking | undefined> {
  const assistant = await identifyAssistant(services, key);
  if (!assistant) return undefined;
  const { organizationId, scope } = assistant;
  request.asker = { organization: organizationId, kind: 'assistant', subject: scope.personId, key: scope.credentialId };
  const accounts = await accountsOf(services.state.of(organizationId), scope.personId);
  return { app, services, request, key, assistant, accounts };
}

/** Whether an assistant has a tool: the person has the account, and the key lets it have something there. */
export function hasTool({ assistant: { scope }, accounts }: Asking, tool: Tool): boolean {
  return tool.side === 'chat'
    ? accounts.chat !== undefined && hasChat(scope)
    : accounts.dispatch !== undefined && hasDispatch(scope);
}

/** Answer of a tool: a text, which may be the sentence of a refusal. */
export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/** Runs a tool. Whatever it may not do is answered by a sentence. */
export async function runTool(asking: Asking, tool: Tool | undefined, given: unknown): Promise<ToolAnswer> {
  const { services, assistant } = asking;
  const { organizationId, scope } = assistant;
  const { limit, resetSeconds, exceeded } = countToolCall(services, { organizationId, personId: scope.personId });
  if (exceeded) return refusal(`Only ${limit} calls are allowed per minute. Wait ${Math.ceil(resetSeconds)} seconds.`);
  if (!tool || !hasTool(asking, tool)) return refusal('This key has no such tool.');
  const problem = problemOf(tool, given);
  if (problem !== undefined) return refusal(problem);
  try {
    return await withTicket(services, asking.key, async (authorization) => {
      const call = callerWith(asking, authorization, tool);
      const answer = await tool.run({ call, scope, now: services.clock.now() }, given as never);
      return { text: answerText(answer), isError: false };
    });
  } catch (error) {
    if (error instanceof ToolRefusal) return refusal(error.message);
    services.log.error({ err: error, tool: nameOfTool(tool), request: asking.request.id }, 'a tool failed');
    return refusal('Something went wrong on the server. Try again later.');
  }
}

const refusal = (text: string): ToolAnswer => ({ text, isError: true });

function problemOf(tool: Tool, given: unknown): string | undefined {
  if (!isStorableJson(given)) return 'The arguments contain characters that cannot be stored.';
  if (validatorOf(tool.input).Check(given)) return undefined;
  const problem = findProblem(tool.input, given);
  return problem
    ? `${problem.path.join('.') || 'The list of arguments'} ${problem.text}.`
    : 'The arguments are invalid.';
}

function callerWith(
  { app, request }: Asking,
  authorization: string,
  tool: Tool,
): (operation: string, given?: Readonly<Record<string, unknown>>) => Promise<unknown> {
  // The tool's name comes first: the audit log shows it as the program that was used.
  const program = `Assistant/${nameOfTool(tool)} ${request.headers['user-agent'] ?? ''}`.trim();
  const api = callApiWith(app, request, { authorization, 'user-agent': program });
  return async (operation, given) => {
    const { isOk, json } = await api(operation, given);
    if (!isOk) throw new ToolRefusal(json.msg ?? json.message?.cause ?? json.message?.message ?? 'This was refused.');
    return json;
  };
}
