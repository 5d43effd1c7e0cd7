import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import { randomText } from '../../../platform/ids.ts';
import { perServices } from '../../../platform/per-services.ts';
import type { Services } from '../../../platform/services.ts';
import { successBody } from '../../http/answer.ts';
import { type Authenticate, authenticateCounting } from '../../http/authorize.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { bodyOf, sendError } from '../../http/error-answers.ts';
import { badRequest, rateLimitHit } from '../../http/errors.ts';
import { uploadAddress } from '../attachment.ts';
import { loadResumable } from './queries.ts';
import { ResumableStore } from './store.ts';

/** client: where uploaders of the web look for it. */
const PATH = '/api/v1/tus';

/** One for each process; between processes the first to write wins. */
const tusOf = perServices(async () => {
  const tus = await import('@tus/server');
  return { tus, locker: new tus.MemoryLocker() };
});

/** Headers of the protocol; the others are this server's own. */
const OF_PROTOCOL = /^(?:tus-|upload-|content-)/;
const OF_ANSWER = /^(?:tus-|upload-|location$|cache-control$)/;

/**
 * Large files in parts, over several requests and connections, by the protocol of https://tus.io (version 1.0.0). The last
 * answer, and an empty PATCH of what is whole, says where the upload lies, as `POST /user_uploads` does.
 */
export async function serveResumableUploads(
  app: FastifyInstance,
  { services, authenticate }: { services: Services; authenticate: Authenticate },
): Promise<void> {
  const { config } = services;
  const limiter = createRateLimiter(app, { limit: config.chatRequestsPerMinute, windowMs: 60_000 });
  app.setErrorHandler((error: Error, request, reply) => sendError(config, error, request, reply));
  // The body is read as it comes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  const authorize = (request: FastifyRequest) => authenticateCounting(services, authenticate, request, false);

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = await authorize(request);
    if (config.rateLimits) {
      const { exceeded, resetSeconds } = await limiter(request, `${caller.organizationId} ${caller.userId}`);
      if (exceeded) throw rateLimitHit(resetSeconds);
    }
    const { tus, locker } = await tusOf(services);
    const store = new ResumableStore(tus, services, caller, () => authorize(request));
    let refusal: unknown;
    const server = new tus.Server({
      path: PATH,
      relativeLocation: true,
      maxSize: config.resumableUploadLimitMib * 1024 ** 2,
      datastore: store,
      locker,
      namingFunction: () => randomText(24),
      disableTerminationForFinishedUploads: true,
      onUploadFinish: async ({ method }, { id }) => ({
        // The library's own 204 has no body.
        status_code: method === 'PATCH' ? 200 : 201,
        body: await finishedBody(services, caller, id),
      }),
      onResponseError: (_request, error) => {
        refusal = error;
        return undefined;
      },
    });
    const answer = await server.handleWeb(toWebRequest(request));
    if (refusal instanceof Error) throw refusal;
    return send(request, reply, answer);
  };

  for (const url of [PATH, `${PATH}/:id`])
    app.route({ method: ['POST', 'HEAD', 'PATCH', 'DELETE'], url, config: { longBody: true }, handler: handle });
  // What is possible here; asked for before there is anything to authorize.
  app.options(PATH, async (request, reply) => {
    const { tus } = await tusOf(services);
    const store = new ResumableStore(tus, services, undefined as unknown as ChatCaller, async () => undefined);
    const maxSize = config.resumableUploadLimitMib * 1024 ** 2;
    return send(
      request,
      reply,
      await new tus.Server({ path: PATH, maxSize, datastore: store }).handleWeb(toWebRequest(request)),
    );
  });
}

async function finishedBody(
  { database }: Services,
  { organizationId, userId }: ChatCaller,
  id: string,
): Promise<string> {
  const { pathId, name } = (await loadResumable(database.reader, organizationId, userId, id))!;
  const url = uploadAddress(pathId!);
  return successBody({ uri: url, url, filename: name }, []);
}

function toWebRequest({ method, url, headers, raw }: FastifyRequest): Request {
  const own = Object.entries(headers).filter(([name]) => OF_PROTOCOL.test(name)) as [string, string][];
  const body = method === 'POST' || method === 'PATCH' ? (Readable.toWeb(raw) as ReadableStream) : null;
  return new Request(new URL(url, 'http://localhost'), { method, headers: own, body, duplex: 'half' } as RequestInit);
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) if (OF_ANSWER.test(name)) reply.header(name, value);
  reply.code(answer.status).header('cache-control', 'no-store');
  const text = request.method === 'HEAD' ? '' : await answer.text();
  if (answer.status >= 400) return reply.type('application/json').send(bodyOf(badRequest(text.trim())));
  return text === '' ? reply.send() : reply.type('application/json').send(text);
}
