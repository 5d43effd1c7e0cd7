import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The answer of an API to a page. */
export interface ApiAnswer {
  isOk: boolean;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation declares
  json: any;
}

/**
 * Calls an operation of an API as the person of a request.
 * @param operation `POST /api/v2/hubs`
 * @param given its parameters: a form for chat, JSON for dispatch, a query for GET
 */
export type CallApi = (operation: string, given?: Readonly<Record<string, unknown>>) => Promise<ApiAnswer>;

/**
 * Calls operations within the program, with the cookie of a page's request: what a page may do is decided where it is
 * decided for every client, and checks, quotas, limits and events are the operation's own.
 */
export function callApiAs(app: FastifyInstance, request: FastifyRequest): CallApi {
  return callApiWith(app, request, {
    cookie: request.headers.cookie ?? '',
    'user-agent': request.headers['user-agent'] ?? '',
    'sec-fetch-site': 'same-origin',
  });
}

/**
 * The same by other credentials.
 * @param headers says who asks, and by which program
 */
export function callApiWith(
  app: FastifyInstance,
  request: FastifyRequest,
  headers: Readonly<Record<string, string>>,
): CallApi {
  return async (operation, given = {}) => {
    const [method = '', path = ''] = operation.split(' ');
    const isForm = path.startsWith('/api/v1/');
    const form = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, asText(value)]));
    const isRead = method === 'GET';
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: isRead ? `${path}?${form}` : path,
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: {
        ...forwarded(request),
        host: request.headers.host ?? '',
        ...headers,
        ...(!isRead && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(!isRead && { payload: isForm ? form.toString() : JSON.stringify(given) }),
    });
    const { statusCode: status } = answer;
    return { isOk: status === 200, status, json: answer.json() };
  };
}

/** Forwards the caller's address, so that calls are counted as for the page itself, also behind a proxy. */
function forwarded({ headers }: FastifyRequest): Record<string, string> {
  const names = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'];
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
