import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomText } from '../../ids.ts';
import { perServices } from '../../per-services.ts';
import type { Services } from '../../services.ts';
import type { ResumableIntake } from './resumable-upload.ts';
import { EXTENSIONS, ResumableStore } from './store.ts';

/** One for each process; between processes the first to write wins. */
const tusOf = perServices(async () => {
  const tus = await import('@tus/server');
  return { tus, locker: new tus.MemoryLocker() };
});

/** Headers of the protocol; the others are this server's own. */
const OF_PROTOCOL = /^(?:tus-|upload-|content-)/;
const OF_ANSWER = /^(?:tus-|upload-|location$|cache-control$)/;

/** Address of an API for uploads in parts. */
export interface ResumableEndpoint {
  path: string;
  /** Maximum size of one file. */
  limitMib: number;
  /** Authorizes a request. @throws the API's refusal */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<ResumableIntake>;
  /** The body of an answer that the protocol says is an error of this status. */
  errorBody(status: number, text: string, request: FastifyRequest): string;
}

/**
 * Large files in parts, over several requests and connections, by the protocol of https://tus.io (version 1.0.0). The last
 * answer, and an empty PATCH of what is whole, says what the file became.
 */
export function serveResumable(app: FastifyInstance, services: Services, endpoint: ResumableEndpoint): void {
  const { path } = endpoint;
  const maxSize = endpoint.limitMib * 1024 ** 2;
  // The body is read as it comes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const intake = await endpoint.admit(request, reply);
    const { tus, locker } = await tusOf(services);
    const store = new ResumableStore(tus, services, intake);
    let refusal: unknown;
    const server = new tus.Server({
      path,
      relativeLocation: true,
      maxSize,
      datastore: store,
      locker,
      namingFunction: () => randomText(24),
      disableTerminationForFinishedUploads: true,
      onUploadFinish: async ({ method }, { id }) => ({
        // The library's own 204 has no body.
        status_code: method === 'PATCH' ? 200 : 201,
        body: intake.present(await store.load(id)),
      }),
      onResponseError: (_request, error) => {
        refusal = error;
        return undefined;
      },
    });
    const body = new LazyBody(request.raw);
    try {
      const answer = await server.handleWeb(toWebRequest(request, body));
      if (refusal instanceof Error) throw refusal;
      return await send(endpoint, request, reply, answer);
    } finally {
      body.drain();
    }
  };

  for (const url of [path, `${path}/:id`])
    app.route({ method: ['POST', 'HEAD', 'PATCH', 'DELETE'], url, config: { longBody: true }, handler: handle });
  // Capabilities of this server, requested before there is anything to authorize.
  app.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': EXTENSIONS.join(','),
        'tus-max-size': String(maxSize),
        'cache-control': 'no-store',
      })
      .send(),
  );
}

function toWebRequest({ method, url, headers }: FastifyRequest, body: LazyBody): Request {
  const own = Object.entries(headers).filter(([name]) => OF_PROTOCOL.test(name)) as [string, string][];
  const hasBody = method === 'POST' || method === 'PATCH';
  const given = { method, headers: own, body: hasBody ? body.stream : null, duplex: 'half' };
  return new Request(new URL(url, 'http://localhost'), given as RequestInit);
}

/**
 * The body of a request, read as far as it is asked for. What a refusal leaves of it is read and dropped: on a connection
 * that stays open the next request stands behind it.
 */
class LazyBody {
  readonly stream: ReadableStream;
  readonly #raw: IncomingMessage;
  #chunks: NodeJS.AsyncIterator<Uint8Array> | undefined;

  constructor(raw: IncomingMessage) {
    this.#raw = raw;
    const pull = async (controller: ReadableStreamDefaultController) => {
      this.#chunks ??= raw.iterator({ destroyOnReturn: false });
      const next = await this.#chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    };
    this.stream = new ReadableStream({ pull }, { highWaterMark: 0 });
  }

  drain(): void {
    const drop = () => void this.#raw.resume();
    // While something reads it, it does not flow.
    if (this.#chunks?.return) this.#chunks.return().then(drop, drop);
    else drop();
  }
}

async function send(
  { errorBody }: ResumableEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Response,
): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) if (OF_ANSWER.test(name)) reply.header(name, value);
  // Clients retry a 5xx, so the protocol's "not implemented" would be requested again in vain.
  const status = answer.status === 501 ? 400 : answer.status;
  reply.code(status).header('cache-control', 'no-store');
  const text = request.method === 'HEAD' ? '' : await answer.text();
  if (status >= 400) return reply.type('application/json').send(errorBody(status, text.trim(), request));
  return text === '' ? reply.send() : reply.type('application/json').send(text);
}
