import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { webhookFormats } from './formats.ts';

type Headers = Record<string, string>;
const read = (name: string, payload: object, headers: Headers = {}) =>
  webhookFormats.get(name)!.read(payload, { headers, query: new Map() });

const url = 'https://git.example/4';
const alert = {
  status: 'firing',
  labels: { alertname: 'Disk full', host: 'a1' },
  annotations: { summary: 'No room', runbook_url: 'https://run.example' },
  generatorURL: url,
};
const gitlab = { project: { name: 'yard', web_url: 'https://git.example' }, user: { name: 'Nell' } };
const event = (type: string) => ({ 'sentry-hook-resource': type });
const shop = (topic: string) => ({ 'x-shopify-topic': topic, 'x-shopify-shop-domain': 'yard.myshopify.com' });
const commit = { id: '0123456789', url, message: 'Open\n\nmore' };
const ZERO = '0'.repeat(40);
const order = { name: '#7', total_price: '9.50', currency: 'EUR', customer: { first_name: 'Nell', last_name: 'Ode' } };

/** In the shapes of each service's public documentation. */
const SAMPLES: readonly [name: string, payload: object, headers: Headers, topic: string, content: string][] = [
  [
    'gitlab',
    { ...gitlab, user: undefined, object_kind: 'release', action: 'create', name: 'v1', url: 'https://git.example/v1' },
    {},
    'yard',
    'Release [v1](https://git.example/v1) was created.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'push', ref: 'refs/heads/main', before: '1', after: '2', commits: [commit] },
    {},
    'yard / main',
    `Nell pushed 1 commit to branch main:\n\n* Open ([0123456](${url}))`,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'push', ref: 'refs/heads/a', before: '1', after: ZERO },
    {},
    'yard / a',
    'Nell deleted branch a.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'tag_push', ref: 'refs/tags/v1', after: '2' },
    {},
    'yard',
    'Nell pushed tag v1.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'merge_request', object_attributes: { iid: 4, title: 'Gate', url, action: 'approved' } },
    {},
    'yard / MR !4 Gate',
    `Nell approved [MR !4 Gate](${url}).`,
  ],
  [
    'gitlab',
    {
      ...{ ...gitlab, object_kind: 'issue', object_attributes: { iid: 4, title: 'Gate', url, action: 'update' } },
      changes: { assignees: { current: [{ name: 'Omar' }] } },
    },
    {},
    'yard / issue #4 Gate',
    `Nell updated [issue #4 Gate](${url}) (assigned to Omar).`,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'note', object_attributes: { note: 'x', url }, merge_request: { iid: 4, title: 'Gate' } },
    {},
    'yard / MR !4 Gate',
    `Nell [commented](${url}) on MR !4 Gate:\n\n\`\`\`quote\nx\n\`\`\``,
  ],
  [
    'gitlab',
    {
      ...gitlab,
      object_kind: 'pipeline',
      object_attributes: { id: 3, ref: 'main', sha: '0123456789', status: 'failed' },
    },
    {},
    'yard',
    '❌ [Pipeline #3](https://git.example/-/pipelines/3) ended on main (0123456): failed.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'moon' },
    {},
    'yard',
    'GitLab sent the event “moon”. Hubbub does not show this event, and tells you of it only once.',
  ],
  [
    'alertmanager',
    {
      version: '4',
      status: 'firing',
      groupLabels: { alertname: 'Disk full' },
      alerts: [alert, { ...alert, status: 'resolved' }],
    },
    {},
    'Disk full',
    [
      `🔥 **[Disk full](${url})** is firing: No room\nhost: a1\n[Runbook](https://run.example)`,
      `✅ **[Disk full](${url})** is resolved: No room\nhost: a1\n[Runbook](https://run.example)`,
    ].join('\n\n'),
  ],
  [
    'grafana',
    { receiver: 'r', alerts: [{ ...alert, dashboardURL: 'https://g.example/d', silenceURL: 'https://g.example/s' }] },
    {},
    'Disk full',
    `🔥 **[Disk full](${url})** is firing: No room\nhost: a1\n[Dashboard](https://g.example/d) · [Runbook](https://run.example) · [Silence](https://g.example/s)`,
  ],
  [
    'grafana',
    { ruleName: 'Load', state: 'alerting', message: 'High', ruleUrl: url, imageUrl: 'https://g.example/i.png' },
    {},
    'Load',
    `🔥 **[Load](${url})**: alerting – High\n[Image](https://g.example/i.png)`,
  ],
  [
    'sentry',
    {
      action: 'triggered',
      data: {
        event: { title: 'TypeError', culprit: 'gate.open', level: 'error', web_url: url },
        triggered_rule: 'All',
      },
    },
    event('event_alert'),
    'Sentry',
    `❌ [TypeError](${url}) in gate.open (rule “All”).`,
  ],
  [
    'sentry',
    {
      action: 'assigned',
      actor: { name: 'Nell' },
      data: {
        issue: {
          shortId: 'YARD-1',
          title: 'TypeError',
          web_url: url,
          project: { slug: 'yard' },
          assignedTo: { name: 'Omar' },
        },
      },
    },
    event('issue'),
    'yard',
    `ℹ️ Nell assigned [YARD-1 TypeError](${url}) to Omar.`,
  ],
  [
    'sentry',
    {
      action: 'resolved',
      data: { description_title: 'Resolved: Errors', description_text: '1000 events', web_url: url },
    },
    event('metric_alert'),
    'Sentry',
    `✅ [Resolved: Errors](${url}): 1000 events.`,
  ],
  [
    'uptime-kuma',
    {
      heartbeat: { status: 0, msg: 'timeout' },
      monitor: { name: 'Shop', url: 'https://shop.example' },
      msg: '[Shop] down',
    },
    {},
    'Shop',
    '🔥 **[Shop](https://shop.example)** is down: timeout',
  ],
  ['uptime-kuma', { heartbeat: null, monitor: null, msg: 'A test' }, {}, 'Uptime', 'A test'],
  [
    'stripe',
    {
      ...{ id: 'evt_1', type: 'invoice.payment_failed', livemode: true },
      data: { object: { amount_due: 1050, currency: 'eur', customer_name: 'Nell Ode', number: 'A-1' } },
    },
    {},
    'Stripe / invoice',
    '❌ [invoice: payment failed](https://dashboard.stripe.com/events/evt_1) – 10.50 EUR, for Nell Ode, A-1',
  ],
  [
    'stripe',
    { id: 'evt_2', type: 'charge.succeeded', data: { object: { id: 'ch_1', amount: 500, currency: 'jpy' } } },
    {},
    'Stripe / charge',
    '✅ [charge: succeeded](https://dashboard.stripe.com/test/events/evt_2) – 500 JPY, ch_1',
  ],
  [
    'shopify',
    { ...order, line_items: [{ quantity: 2, title: 'Gate' }] },
    shop('orders/create'),
    'yard',
    'Order #7 was placed (9.50 EUR, for Nell Ode):\n* 2 × Gate',
  ],
  ['shopify', order, shop('orders/cancelled'), 'yard', 'Order #7 was cancelled (9.50 EUR, for Nell Ode).'],
  [
    'gitlab',
    { ...gitlab, object_kind: 'push', ref: 'refs/heads/a', before: ZERO, after: '2', commits: [] },
    {},
    'yard / a',
    'Nell created branch a.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'push', ref: 'refs/heads/a', before: ZERO, commits: [commit], total_commits_count: 3 },
    {},
    'yard / a',
    `Nell pushed 3 commits to the new branch a:\n\n* Open ([0123456](${url}))\n* … and 2 more`,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'tag_push', ref: 'refs/tags/v1', after: ZERO },
    {},
    'yard',
    'Nell deleted tag v1.',
  ],
  [
    'gitlab',
    {
      ...{ ...gitlab, object_kind: 'issue' },
      object_attributes: { iid: 4, title: 'Gate', url, action: 'open', description: 'It is open.' },
      changes: { assignees: { current: [] }, labels: { current: [{ title: 'bug' }, { title: 'late' }] } },
    },
    {},
    'yard / issue #4 Gate',
    `Nell opened [issue #4 Gate](${url}) (assigned to nobody; labelled bug, late):\n\n\`\`\`quote\nIt is open.\n\`\`\``,
  ],
  [
    'gitlab',
    {
      ...{ ...gitlab, object_kind: 'merge_request' },
      object_attributes: { iid: 4, title: 'Gate', url, action: 'update', oldrev: '0123456789', description: 'x' },
    },
    {},
    'yard / MR !4 Gate',
    `Nell updated [MR !4 Gate](${url}) (new commits after 0123456).`,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'note', object_attributes: { note: 'x', url }, issue: { iid: 4, title: 'Gate' } },
    {},
    'yard / issue #4 Gate',
    `Nell [commented](${url}) on issue #4 Gate:\n\n\`\`\`quote\nx\n\`\`\``,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'note', object_attributes: { note: 'x', url }, commit: { id: '0123456789' } },
    {},
    'yard',
    `Nell [commented](${url}) on commit 0123456:\n\n\`\`\`quote\nx\n\`\`\``,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'note', object_attributes: { note: 'x', url }, snippet: { title: 'Cut' } },
    {},
    'yard',
    `Nell [commented](${url}) on snippet Cut:\n\n\`\`\`quote\nx\n\`\`\``,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'deployment', status: 'success', environment: 'live', short_sha: '01234567' },
    {},
    'yard',
    '✅ Nell deploys 01234567 to live: success.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'deployment', status: 'running', environment: 'live', short_sha: '01234567' },
    {},
    'yard',
    'ℹ️ Nell deploys 01234567 to live: running.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'wiki_page', object_attributes: { action: 'create', title: 'Home', url } },
    {},
    'yard',
    `Nell created wiki page [Home](${url}).`,
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'milestone', action: 'close', object_attributes: { title: '1.0' } },
    {},
    'yard',
    'Nell closed milestone 1.0.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'feature_flag', object_attributes: { name: 'gates', active: true } },
    {},
    'yard',
    'Nell turned feature flag gates on.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'feature_flag', object_attributes: { name: 'gates', active: false } },
    {},
    'yard',
    'Nell turned feature flag gates off.',
  ],
  [
    'gitlab',
    { ...gitlab, object_kind: 'access_token', object_attributes: { name: 'ci', expires_at: '2026-12-01' } },
    {},
    'yard',
    '⚠️ Access token ci expires on 2026-12-01.',
  ],
  [
    'alertmanager',
    { alerts: Array(22).fill({ status: 'resolved' }), truncatedAlerts: 3, receiver: 'crew' },
    {},
    'crew',
    [...Array(20).fill('✅ **Alert** is resolved'), '… and 5 more'].join('\n\n'),
  ],
  ['grafana', { title: 'Load', state: 'ok' }, {}, 'Load', '✅ **Load**: ok'],
  ['sentry', { data: { error: { message: 'Broken', level: 'warning' } } }, event('error'), 'Sentry', '⚠️ Broken.'],
  [
    'sentry',
    { project_name: 'yard', url, event: { title: 'TypeError', level: 'fatal' } },
    {},
    'yard',
    `🔥 [TypeError](${url}).`,
  ],
  [
    'sentry',
    { action: 'created', actor: { name: 'Nell' }, data: { issue: { shortId: 'Y-1', title: 'T', level: 'error' } } },
    event('issue'),
    'Sentry',
    '❌ Nell created Y-1 T.',
  ],
  [
    'sentry',
    { action: 'created', actor: { name: 'Nell' }, data: { comment: 'Seen', project_slug: 'yard' } },
    event('comment'),
    'yard',
    'Nell created a comment on an issue:\n\n```quote\nSeen\n```',
  ],
  [
    'stripe',
    {
      ...{ id: 'evt_3', type: 'charge.dispute.created' },
      data: { object: { id: 'dp_1', amount: 700, currency: 'isk', reason: 'fraudulent' } },
    },
    {},
    'Stripe / charge',
    '⚠️ [charge: dispute, created](https://dashboard.stripe.com/test/events/evt_3) – 7.00 ISK, dp_1, “fraudulent”',
  ],
  [
    'shopify',
    { order_number: 8, line_items: Array(21).fill({ quantity: 1, name: 'Gate' }) },
    shop('orders/create'),
    'yard',
    `Order #8 was placed:${'\n* 1 × Gate'.repeat(20)}`,
  ],
  ['shopify', { order_edit: { order_id: 9 } }, shop('orders/edited'), 'yard', 'Order 9 was edited.'],
  ['shopify', { order_id: 9, note: 'late' }, shop('refunds/create'), 'yard', 'Order 9 was refunded: late.'],
  ['shopify', { order_id: 9 }, shop('refunds/create'), 'yard', 'Order 9 was refunded.'],
  ['shopify', { title: 'Gate' }, shop('products/delete'), 'yard', 'Product Gate was deleted.'],
  ['shopify', order.customer, shop('customers/create'), 'yard', 'Customer Nell Ode was added.'],
  ['shopify', { id: 5 }, shop('customers/create'), 'yard', 'Customer #5 was added.'],
  ['zapier', { content: 'from a zap', topic: 'zaps' }, {}, 'zaps', 'from a zap'],
  ['ifttt', { value1: 'a' }, {}, 'Webhook', '```json\n{\n  "value1": "a"\n}\n```'],
];

test('samples of deliveries', () => {
  for (const [name, payload, headers, topic, content] of SAMPLES) {
    const reading = read(name, payload, headers);
    assert.ok(typeof reading === 'object', `${name}: ${reading}`);
    assert.deepEqual([reading.topic, reading.content], [topic, content], name);
  }
});

test('what says nothing is silent, and what is not understood is not', () => {
  for (const [name, payload, headers, wanted] of [
    ['gitlab', { object_kind: 'build' }, {}, 'silent'],
    ['gitlab', { object_kind: 'pipeline', object_attributes: { status: 'running' } }, {}, 'silent'],
    ['gitlab', {}, {}, 'unknown'],
    ['alertmanager', { alerts: [] }, {}, 'unknown'],
    ['grafana', {}, {}, 'unknown'],
    ['sentry', {}, event('installation'), 'silent'],
    ['sentry', {}, {}, 'unknown'],
    ['uptime-kuma', {}, {}, 'unknown'],
    ['stripe', { type: 'x' }, {}, 'unknown'],
    ['shopify', {}, shop('products/update'), 'silent'],
    ['shopify', {}, {}, 'unknown'],
  ] as const)
    assert.equal(read(name, payload, headers), wanted, `${name} ${JSON.stringify(payload)}`);
});

test('whatever stands where a text, an object or a list is awaited, a delivery is read', () => {
  const odd: unknown[] = [null, 7, 'x', [], [null], { toString: 1, valueOf: 1 }];
  for (const [name, payload, headers] of SAMPLES)
    for (const [key, value] of Object.entries(payload))
      for (const other of odd) {
        assert.doesNotThrow(() => read(name, { ...payload, [key]: other }, headers), `${name} ${key}`);
        if (typeof value !== 'object' || value === null) continue;
        const isList = Array.isArray(value);
        const inner = (isList ? value[0] : value) ?? {};
        for (const part of Object.keys(inner)) {
          const changed = { ...inner, [part]: other };
          const given = { ...payload, [key]: isList ? [changed] : changed };
          assert.doesNotThrow(() => read(name, given, headers), `${name} ${key}.${part}`);
        }
      }
});

test('each service signs in its own way', () => {
  const [secret, body] = ['kept well', Buffer.from('{"a":1}')];
  const sum = (text: Buffer | string, encoding: 'hex' | 'base64' = 'hex') =>
    createHmac('sha256', secret).update(text).digest(encoding);
  for (const [name, headers] of [
    ['gitlab', { 'x-gitlab-token': secret }],
    ['grafana', { 'x-grafana-alerting-signature': sum(body) }],
    ['alertmanager', { authorization: `Bearer ${secret}` }],
    ['uptime-kuma', { authorization: `Bearer ${secret}` }],
    ['sentry', { 'sentry-hook-signature': sum(body) }],
    ['stripe', { 'stripe-signature': `t=17,v1=00,v1=${sum(`17.${body}`)}` }],
    ['shopify', { 'x-shopify-hmac-sha256': sum(body, 'base64') }],
  ] as const) {
    const { isSigned } = webhookFormats.get(name)!;
    assert.equal(isSigned?.(secret, body, headers), true, name);
    assert.equal(isSigned?.('another', body, headers), false, name);
    assert.equal(isSigned?.(secret, body, {}), false, name);
  }
});

test('docs/guides/incoming-webhooks.md lists every service and the events that are told', async () => {
  const text = await readFile('docs/guides/incoming-webhooks.md', 'utf8');
  for (const [name, { events = [] }] of webhookFormats)
    for (const word of [name, ...events]) assert.ok(text.includes(`\`${word}\``), `${name}: ${word}`);
});
