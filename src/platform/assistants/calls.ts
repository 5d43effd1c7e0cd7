import type { IncomingHttpHeaders } from 'node:http';
import { randomText } from '../ids.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';

/** A request that a tool makes within the program. */
interface ToolCall {
  /** The assistant's key. */
  key: string;
  /** Whether it may write, if the key may: only a confirmation does. */
  mayWrite: boolean;
}

const SCHEME = 'Assistant ';

/** Requests that are being answered, by their tickets. */
const calls = perServices(() => new Map<string, ToolCall>());

/**
 * Makes requests in the name of an assistant's key. The ticket that stands for the key is random and ends with the work, so
 * no request from outside can bring one: the key itself opens no operation of an API.
 * @param work gets the `Authorization` of its requests
 */
export async function withTicket<T>(
  services: Services,
  call: ToolCall,
  work: (authorization: string) => Promise<T>,
): Promise<T> {
  const ticket = randomText(32);
  const open = calls(services);
  open.set(ticket, call);
  try {
    return await work(SCHEME + ticket);
  } finally {
    open.delete(ticket);
  }
}

/** The tool's call that a request is; undefined: it is none. */
export function callOf(
  services: Services,
  { authorization }: Pick<IncomingHttpHeaders, 'authorization'>,
): ToolCall | undefined {
  if (!authorization?.startsWith(SCHEME)) return undefined;
  return calls(services).get(authorization.slice(SCHEME.length));
}
