import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { findProblem } from '../../dispatch/http/problem.ts';
import { type Assistant, identifyAssistant } from '../../platform/assistants/access.ts';
import { CONFIRM_MINUTES, doPlanWrite, doTakeWrite } from '../../platform/assistants/actions.ts';
import { withTicket } from '../../platform/assistants/calls.ts';
import { hasChat, hasDispatch } from '../../platform/assistants/scope.ts';
import { isStorableJson } from '../../platform/http/text.ts';
import { validatorOf } from '../../platform/http/validator-of.ts';
import type { Services } from '../../platform/services.ts';
import { type ApiAnswer, callApiWith } from '../http/call-api.ts';
import { type Accounts, accountsOf } from '../session/accounts.ts';
import { actorOfAccounts } from '../session/actor.ts';
import { answerText, isWhole } from './answer.ts';
import { isWriting, nameOfTool, type Tool, ToolRefusal, type ToolRequest, type WritingTool } from './tool.ts';
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
  if (isWriting(tool) && !scope.mayWrite) return false;
  if (tool.side === 'chat') return accounts.chat !== undefined && hasChat(scope);
  const { dispatch } = accounts;
  return dispatch !== undefined && hasDispatch(scope) && !(isWriting(tool) && dispatch.isReadOnly);
}

/** Answer of a tool: a text, which may be the sentence of a refusal. */
export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/** Runs a tool. Whatever it may not do is answered by a sentence. */
export function runTool(asking: Asking, tool: Tool | undefined, given: unknown): Promise<ToolAnswer> {
  return answering(asking, tool && nameOfTool(tool), async () => {
    if (!tool || !hasTool(asking, tool)) throw new ToolRefusal('This key has no such tool.');
    checkArguments(tool.input, given);
    return withTicket(asking.services, { key: asking.key, mayWrite: false }, async (authorization) => {
      const request = requestOf(asking, authorization, nameOfTool(tool));
      return isWriting(tool) ? plan(asking, tool, request, given) : tool.run(request, given as never);
    });
  });
}

async function plan(asking: Asking, tool: WritingTool, request: ToolRequest, given: unknown): Promise<object> {
  const { services, assistant } = asking;
  const { organizationId, scope } = assistant;
  const { preview, call } = await tool.plan(request, given as never);
  return services.database.transaction(
    async (tx) => {
      const answer = {
        next: `Nothing has happened yet. Show this to your user. If they agree, call confirm with the token within ${CONFIRM_MINUTES} minutes.`,
        token: await doPlanWrite(tx, scope.credentialId, { tool: nameOfTool(tool), call }),
        wouldHappen: preview,
      };
      // Whatever is cut off would be confirmed unseen.
      if (!isWhole(answer)) throw new ToolRefusal('What would happen is too long to be shown whole. Shorten the text.');
      return answer;
    },
    { organizationId },
  );
}

/** Does exactly what a tool has shown, once. */
export function confirm(asking: Asking, tools: readonly Tool[], given: unknown): Promise<ToolAnswer> {
  return answering(asking, 'confirm', async () => {
    const { services, assistant, accounts, request, key } = asking;
    const { organizationId, scope } = assistant;
    checkArguments(ConfirmInput, given);
    const origin = {
      actor: actorOfAccounts(organizationId, accounts),
      address: request.client.address,
      userAgent: programOf(asking, 'confirm'),
    };
    const taken = await services.database.transaction(
      (tx) => doTakeWrite(tx, scope.credentialId, (given as { token: string }).token),
      { organizationId, origin },
    );
    const tool = taken && tools.filter(isWriting).find((each) => nameOfTool(each) === taken.tool);
    if (!tool || !hasTool(asking, tool))
      throw new ToolRefusal('This token was used, has expired, or is not of this key. Show the write again.');
    return withTicket(services, { key, mayWrite: true }, async (authorization) => {
      const { operation, given: params } = taken.call;
      const { call } = requestOf(asking, authorization, taken.tool);
      return { done: true, ...tool.done(await call(operation, params)) };
    });
  });
}

/** Arguments of `confirm`. */
export const ConfirmInput = Type.Object(
  { token: Type.String({ maxLength: 100, description: 'The token of the write that was shown.' }) },
  { additionalProperties: false },
);

/** Counts a call, and turns what it answers or refuses into text. */
async function answering(
  { services, assistant, request }: Asking,
  tool: string | undefined,
  work: () => Promise<object>,
): Promise<ToolAnswer> {
  const { organizationId, scope } = assistant;
  const { limit, resetSeconds, exceeded } = countToolCall(services, { organizationId, personId: scope.personId });
  if (exceeded) return refusal(`Only ${limit} calls are allowed per minute. Wait ${Math.ceil(resetSeconds)} seconds.`);
  try {
    return { text: answerText(await work()), isError: false };
  } catch (error) {
    if (error instanceof ToolRefusal) return refusal(error.message);
    services.log.error({ err: error, tool, request: request.id }, 'a tool failed');
    return refusal('Something went wrong on the server. Try again later.');
  }
}

const refusal = (text: string): ToolAnswer => ({ text, isError: true });

/** @throws {ToolRefusal} */
function checkArguments(input: TSchema, given: unknown): void {
  if (!isStorableJson(given)) throw new ToolRefusal('The arguments contain characters that cannot be stored.');
  if (validatorOf(input).Check(given)) return;
  const problem = findProblem(input, given);
  throw new ToolRefusal(
    problem ? `${problem.path.join('.') || 'The list of arguments'} ${problem.text}.` : 'The arguments are invalid.',
  );
}

/** The tool's name comes first: the audit log shows it as the program that was used. */
const programOf = ({ request }: Asking, tool: string): string =>
  `Assistant-${tool}/1 ${request.headers['user-agent'] ?? ''}`.trim();

/** Returns the sentence of an error of either API. A cause may be an object, for programs. */
function refusalIn({ msg, message }: ApiAnswer['json']): string {
  const sentence = [msg, message?.cause, message?.message].find((each) => typeof each === 'string');
  return sentence ?? 'This was refused.';
}

function requestOf(asking: Asking, authorization: string, tool: string): ToolRequest {
  const { app, services, request, assistant } = asking;
  const api = callApiWith(app, request, { authorization, 'user-agent': programOf(asking, tool) });
  return {
    scope: assistant.scope,
    now: services.clock.now(),
    async call(operation, given) {
      const { isOk, json } = await api(operation, given);
      if (!isOk) throw new ToolRefusal(refusalIn(json));
      return json;
    },
  };
}
