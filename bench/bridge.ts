import { benchOrganization, joinChannel } from './fill.ts';
import { type Bench, basic, type Comparison, calling, compareSides, FORM_TYPE, form, type Side } from './harness.ts';

const CONTENT = 'The 14:30 to the harbour leaves five minutes late, two parcels were missing a label.';
const CONNECTIONS = 8;
const BATCH = 500;
/** Long enough for a batch and all that the bot says of it. */
const SECONDS = 10;

/** Sends beside a batch of 500 tasks each of which gets a topic, and beside the same batch without the bot. */
export async function benchBridge(bench: Bench): Promise<Comparison[]> {
  const [talking, silent] = [await sendsBesideBatch(bench, true), await sendsBesideBatch(bench, false)];
  return compareSides(
    `send a message beside a batch of ${BATCH} tasks with topics (limit: without the bot)`,
    '≥ 0.9',
    talking,
    {
      limit: silent,
    },
  );
}

async function sendsBesideBatch(bench: Bench, isTold: boolean): Promise<Side> {
  const { chat, dispatch, organization_id: organizationId } = await benchOrganization(bench);
  const headers = { ...basic(chat.email, chat.api_key), ...FORM_TYPE };
  await joinChannel(bench, chat, 'bench', []);
  const post = async (path: string, given: RequestInit): Promise<void> => {
    const answer = await fetch(`${bench.hubbub}${path}`, given);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const dispatching = { ...basic(dispatch.api_key, ''), 'content-type': 'application/json' };
  const body = JSON.stringify({ opensEveryTask: true });
  if (isTold) await post('/api/v2/conversations/settings', { method: 'PUT', headers: dispatching, body });
  const message = form({ type: 'channel', to: 'bench', topic: 'bench', content: CONTENT });
  const batch = JSON.stringify({ tasks: Array.from({ length: BATCH }, (_, n) => task(n)) });
  const sends = calling(CONNECTIONS, () => post('/api/v1/messages', { method: 'POST', headers, body: message }));
  return async (seconds = SECONDS) => {
    const begun = post('/api/v2/tasks/batch', { method: 'POST', headers: dispatching, body: batch });
    const figures = await sends(seconds);
    await begun;
    for (;;) {
      const { rows } = await bench.admin.query(
        `select from bridge.posts where organization_id = $1 union all
         select from platform.log_cursors c join platform.log_heads h using (organization_id)
         where c.reader = 'bridge' and c.event_id < h.event_id and organization_id = $1 limit 1`,
        [organizationId],
      );
      // The next round begins when the bot has said all of this one.
      if (rows.length === 0) return figures;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
}

const task = (n: number) => ({
  destination: {
    address: { number: String(n), street: 'Example Street', city: 'San Francisco', country: 'USA' },
    location: [-122.5 + (n % 97) / 200, 37.6 + (n % 89) / 300],
  },
  recipients: [{ name: `Recipient ${n}`, phone: `+1415${5_000_000 + n}` }],
});
