import { Readable } from 'node:stream';
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

/** Where an API takes files in parts. */
export interface ResumableDoor {
  path: string;
  /** Of one file. */
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
export function serveResumable(app: FastifyInstance, services: Services, door: ResumableDoor): void {
  const { path } = door;
  const maxSize = door.limitMib * 1024 ** 2;
  // The body is read as it comes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const intake = await door.admit(request, reply);
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
    const answer = await server.handleWeb(toWebRequest(request));
    if (refusal instanceof Error) throw refusal;
    return send(door, request, reply, answer);
  };

  for (const url of [path, `${path}/:id`])
    app.route({ method: ['POST', 'HEAD', 'PATCH', 'DELETE'], url, config: { longBody: true }, handler: handle });
  // What is possible here; asked for before there is anything to authorize.
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

function toWebRequest({ method, url, headers, raw }: FastifyRequest): Request {
  const own = Object.entries(headers).filter(([name]) => OF_PROTOCOL.test(name)) as [string, string][];
  const body = method === 'POST' || method === 'PATCH' ? (Readable.toWeb(raw) as ReadableStream) : null;
  return new Request(new URL(url, 'http://localhost'), { method, headers: own, body, duplex: 'half' } as RequestInit);
}

async function send(
  { errorBody }: ResumableDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Response,
): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) if (OF_ANSWER.test(name)) reply.header(name, value);
  reply.code(answer.status).header('cache-control', 'no-store');
  const text = request.method === 'HEAD' ? '' : await answer.text();
  if (answer.status >= 400) return reply.type('application/json').send(errorBody(answer.status, text.trim(), request));
  return text === '' ? reply.send() : reply.type('application/json').send(text);
}
