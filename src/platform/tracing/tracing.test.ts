import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { createLog } from '../log.ts';
import { type EndedSpan, OtlpExporter, SpanKind } from './otlp-exporter.ts';
import { readTraceparent } from './trace-context.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
}

type OtlpValue = { stringValue?: string; intValue?: string; arrayValue?: { values: OtlpValue[] } };
const plain = ({ stringValue, intValue, arrayValue }: OtlpValue): unknown =>
  stringValue ?? intValue ?? arrayValue!.values.map(plain);
const plainOf = (attributes: { key: string; value: OtlpValue }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

/** The other end of OTLP over HTTP. */
class Collector {
  readonly spans: Span[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  readonly resources: Record<string, unknown>[] = [];
  /** Number of spans in each request. */
  readonly batches: number[] = [];
  raw = '';
  status = 200;
  /** Whether it says nothing. */
  hangs = false;
  held = 0;
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (this.hangs) {
        this.held++;
        return;
      }
      if (this.status === 200) this.#take(Buffer.concat(parts).toString('utf8'), request.headers);
      response.writeHead(request.url === '/v1/traces' ? this.status : 404).end('{}');
    });
  });

  #take(raw: string, headers: IncomingHttpHeaders): void {
    this.raw += raw;
    this.headers.push(headers);
    const before = this.spans.length;
    for (const { resource, scopeSpans } of JSON.parse(raw).resourceSpans) {
      this.resources.push(plainOf(resource.attributes));
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push({ ...span, attributes: plainOf(span.attributes) });
    }
    this.batches.push(this.spans.length - before);
  }

  of = (traceId: string) => this.spans.filter((span) => span.traceId === traceId);

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const collector = new Collector();
const receiver = await Receiver.start();
const server = await startTestServer({
  otlpEndpoint: await collector.start(),
  otlpHeaders: { 'x-token': 'let me in' },
  otlpServiceName: 'foghorn',
  traceShare: 1,
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await receiver.stop();
  collector.stop();
});

const TASK = {
  destination: {
    address: { number: '1', street: 'Lombard Street', city: 'San Francisco', country: 'United States' },
    location: [-122.4, 37.8],
  },
  recipients: [{ name: 'Marguerite', phone: '+14155550163', notes: 'fourth floor' }],
};
const SECRETS = ['Marguerite', '+14155550163', 'Lombard', 'fourth floor', 'one-time-word'];

/** An organization that is told of created tasks. */
async function subscribed() {
  const { organization_id: id, dispatch } = await server.organization();
  const api = new DispatchClient(dispatch);
  const webhook = await api.post('/webhooks', {
    url: `${receiver.url}?key=one-time-word`,
    name: 'created',
    trigger: 6,
  });
  const create = async (traceparent: string) => {
    const answer = await api.post('/tasks', TASK, { traceparent });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.id as string;
  };
  return { id, dispatch, webhook: webhook.json.id as string, create };
}

const idOf = (letter: string) => letter.repeat(32);
const traceparentFor = (letter: string) => `00-${idOf(letter)}-00f067aa0ba902b7-01`;
const isDelivery = ({ name }: Span) => name === 'deliver webhook';

test('one trace goes from a request by its statements and its event to the delivery, without what anybody sent', async () => {
  const [one, other] = [await subscribed(), await subscribed()];
  // Beside each other, so that reading the log and delivering are one work for both.
  const [task] = await Promise.all([one.create(traceparentFor('a')), other.create(traceparentFor('b'))]);
  await until(() => ['a', 'b'].every((letter) => collector.of(idOf(letter)).some(isDelivery)), 'both traces');
  await until(() => collector.of(idOf('a')).some(({ kind }) => kind === 2), 'the span of the request');
  const spans = collector.of(idOf('a'));
  const [request, ...more] = spans.filter(({ kind }) => kind === 2);
  assert.deepEqual([request!.name, request!.parentSpanId, more], ['dispatch create-task', '00f067aa0ba902b7', []]);
  assert.equal(request!.attributes['http.route'], '/api/v2/tasks');
  assert.equal(request!.attributes['http.response.status_code'], '200');
  const statements = spans.filter(({ attributes }) => attributes['db.query.text'] !== undefined);
  assert.ok(statements.some(({ attributes }) => /into dispatch\.tasks/.test(String(attributes['db.query.text']))));
  const [event] = spans.filter(({ name }) => name === 'events' || name.startsWith('event '));
  assert.ok((event!.attributes['hubbub.event.kinds'] as string[]).includes('dispatch.task'), JSON.stringify(event));
  for (const span of [...statements, event!]) assert.equal(span.parentSpanId, request!.spanId);
  const [delivery, ...further] = spans.filter(isDelivery);
  assert.deepEqual([delivery!.parentSpanId, further], [event!.spanId, []]);
  assert.equal(delivery!.attributes['hubbub.webhook'], one.webhook);
  assert.equal(delivery!.attributes['hubbub.outcome'], 'delivered');
  for (const { startTimeUnixNano: begin, endTimeUnixNano: end } of spans) assert.ok(BigInt(begin) <= BigInt(end));
  assert.deepEqual(collector.resources[0]!['service.name'], 'foghorn');
  assert.equal(collector.headers[0]!['x-token'], 'let me in');

  for (const secret of [...SECRETS, task, one.dispatch.api_key, one.dispatch.webhook_secret, receiver.url])
    assert.ok(!collector.raw.includes(secret), secret);
  for (const [letter, { id }] of [
    ['a', one],
    ['b', other],
  ] as const) {
    const named = collector.of(idOf(letter)).map(({ attributes }) => attributes['hubbub.organization']);
    assert.deepEqual(new Set(named.filter(Boolean)), new Set([id]));
  }
  for (const { headers } of receiver.deliveries) assert.equal(headers.traceparent, undefined);
});

test('who asks for no recording is not recorded, and what is no traceparent is as none', async () => {
  const { create } = await subscribed();
  const before = receiver.deliveries.length;
  await create(`00-${idOf('c')}-00f067aa0ba902b7-00`);
  await create(`00-${idOf('d')}-${'0'.repeat(16)}-01`);
  await until(() => receiver.deliveries.length === before + 2, 'both deliveries');
  await create(traceparentFor('e'));
  await until(() => collector.of(idOf('e')).some(isDelivery), 'the trace after them');
  assert.deepEqual([collector.of(idOf('c')), collector.of(idOf('d'))], [[], []]);
  assert.ok(collector.spans.some((span) => span.name === 'dispatch create-task' && span.parentSpanId === undefined));
});

test('a collector that refuses is told of, and one that hangs holds up neither requests nor the end', async (t) => {
  const warn = t.mock.method(server.services.log, 'warn', () => undefined);
  const { create } = await subscribed();
  collector.status = 503;
  await create(traceparentFor('f'));
  await until(
    () => warn.mock.calls.some(({ arguments: [, text] }) => /spans are dropped/.test(String(text))),
    'the line',
  );
  collector.hangs = true;
  await create(traceparentFor('1'));
  await until(() => collector.held > 0, 'a request that hangs');
  const before = receiver.deliveries.length;
  await create(traceparentFor('2'));
  await until(() => receiver.deliveries.length > before, 'the delivery');
});

test('spans that come together go 500 in a request, in their order; more than wait are dropped', async () => {
  const busy = new Collector();
  const log = createLog({ logLevel: 'silent' });
  const exporter = new OtlpExporter({ endpoint: await busy.start(), headers: {}, serviceName: 'x', log });
  const context = { traceId: idOf('b'), spanId: 'b'.repeat(16), isSampled: true } as EndedSpan['context'];
  const span = { context, parentSpanId: undefined, kind: SpanKind.server, beganAt: 0, endedAt: 1 };
  for (let n = 0; n < 4100; n++) exporter.add({ ...span, name: String(n), attributes: {}, isError: false });
  await until(() => busy.spans.length === 4000, 'the spans');
  await exporter.close();
  assert.deepEqual(busy.batches, Array(8).fill(500));
  assert.deepEqual(
    busy.spans.map(({ name }) => name),
    Array.from({ length: 4000 }, (_, n) => String(n)),
  );
  busy.stop();
});

test('a traceparent is read as W3C has it', () => {
  const [trace, span] = [idOf('a'), '00f067aa0ba902b7'];
  const read = { traceId: trace, spanId: span, isSampled: true };
  assert.deepEqual(readTraceparent(`00-${trace}-${span}-01`), read);
  assert.deepEqual(readTraceparent(`cc-${trace}-${span}-03-what-comes`), read);
  assert.deepEqual(readTraceparent(`00-${trace}-${span}-02`), { ...read, isSampled: false });
  for (const wrong of [
    undefined,
    ['00'],
    '',
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${idOf('0')}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.slice(1)}-${span}-01`,
  ])
    assert.equal(readTraceparent(wrong), undefined, String(wrong));
});
