import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import type { RequestTrace } from '../tracing/tracer.ts';
import { operationApi, operationOf } from './registry.ts';

/** Records the requests that reach an operation, but those that are held until there is something to tell. */
export function traceRequests(app: FastifyInstance, { tracer }: Services): void {
  if (!tracer) return;
  const traces = new WeakMap<FastifyRequest, RequestTrace>();
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = operationOf(request);
    const trace = operation && !operation.holds ? tracer.begin(request.headers.traceparent) : undefined;
    if (trace) traces.set(request, trace);
    done();
  });
  // Not sooner: what is done with a body that comes in parts belongs to its connection.
  app.addHook('preHandler', (request, _reply, done) => {
    const trace = traces.get(request);
    if (trace) tracer.follow(trace, done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const trace = traces.get(request);
    if (!trace) return;
    const { statusCode } = reply;
    const operation = operationOf(request)!;
    const api = operation[operationApi];
    tracer.end(trace, {
      name: `${api} ${operation.id ?? operation.path}`,
      attributes: {
        'http.request.method': operation.method,
        'http.route': request.routeOptions.url ?? operation.path,
        'http.response.status_code': statusCode,
        'hubbub.request': request.id,
      },
      isError: statusCode >= 500,
    });
  });
}
