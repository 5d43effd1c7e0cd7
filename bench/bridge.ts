import { benchOrganization, joinChannel } from './fill.ts';
import {
  type Bench,
  basic,
  type Comparison,
  calling,
  compareSides,
  type Finding,
  FORM_TYPE,
  form,
  median,
  type Side,
} from './harness.ts';
import { processorTime } from './processor-time.ts';

const CONTENT = 'The 14:30 to the harbour leaves five minutes late, two parcels were missing a label.';
const CONNECTIONS = 8;
const BATCH = 500;
/** Long enough for a batch and all that the bot says of it. */
const SECONDS = 10;

const ROUNDS = 3;
const SEND_SECONDS = 3;
/** That many are sent in ten seconds at eight connections, by the row of sending in RESULTS.md. */
const SENDS = 32_000;

/** Sends beside a batch of 500 tasks each of which gets a topic, and beside the same batch without the bot; and what the bot costs. */
export async function benchBridge(bench: Bench): Promise<(Comparison | Finding)[]> {
  const [talking, silent] = [await batches(bench, true), await batches(bench, false)];
  const cost = await costOfBot(talking, silent);
  const sides = [talking, silent].map(besideBatch) as [Side, Side];
  const name = `send a message beside a batch of ${BATCH} tasks with topics (limit: without the bot)`;
  return [cost, ...(await compareSides(name, '≥ 0.9', sides[0], { limit: sides[1] }))];
}

/** An organization that takes batches, and messages. */
interface Batches {
  sends: Side;
  /** Ends when the batch is there, and the bot has said all of it. */
  batch(): Promise<void>;
}

async function batches(bench: Bench, isPosted: boolean): Promise<Batches> {
  const { chat, dispatch, organization_id: organizationId } = await benchOrganization(bench.core);
  const headers = { ...basic(chat.email, chat.api_key), ...FORM_TYPE };
  await joinChannel(bench, chat, 'bench', []);
  const post = async (path: string, given: RequestInit): Promise<void> => {
    const answer = await fetch(`${bench.hubbub}${path}`, given);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const dispatching = { ...basic(dispatch.api_key, ''), 'content-type': 'application/json' };
  const body = JSON.stringify({ opensEveryTask: true });
  if (isPosted) await post('/api/v2/conversations/settings', { method: 'PUT', headers: dispatching, body });
  const message = form({ type: 'channel', to: 'bench', topic: 'bench', content: CONTENT });
  const tasks = JSON.stringify({ tasks: Array.from({ length: BATCH }, (_, n) => task(n)) });
  return {
    sends: calling(CONNECTIONS, () => post('/api/v1/messages', { method: 'POST', headers, body: message })),
    async batch() {
      await post('/api/v2/tasks/batch', { method: 'POST', headers: dispatching, body: tasks });
      for (;;) {
        const { rows } = await bench.admin.query(
          `select from bridge.posts where organization_id = $1 union all
           select from platform.log_cursors c join platform.log_heads h using (organization_id)
           where c.reader = 'bridge' and c.event_id < h.event_id and organization_id = $1 limit 1`,
          [organizationId],
        );
        if (rows.length === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** The next round begins when the bot has said all of this one. */
function besideBatch({ sends, batch }: Batches): Side {
  return async (seconds = SECONDS) => {
    const begun = batch();
    const figures = await sends(seconds);
    await begun;
    return figures;
  };
}

/** Processor time, which moves little with what else the machine does: how many messages could be sent by what the bot takes. */
async function costOfBot(talking: Batches, silent: Batches): Promise<Finding> {
  const taken = async (work: () => Promise<number>) => {
    const before = processorTime() ?? Number.NaN;
    const count = await work();
    return ((processorTime() ?? Number.NaN) - before) / count;
  };
  const ofBatch = ({ batch }: Batches) => taken(() => batch().then(() => 1));
  const ofSend = () => taken(async () => (await silent.sends(SEND_SECONDS)).rate * SEND_SECONDS);
  for (const each of [talking, silent]) await ofBatch(each);
  const [costs, sent]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    costs.push((await ofBatch(talking)) - (await ofBatch(silent)));
    sent.push(await ofSend());
  }
  const [cost, one] = [median(costs), median(sent)];
  const found = `${Math.round(cost)} ms of processors, ${one.toFixed(2)} ms for a message that is sent: ${((100 * cost) / one / SENDS).toFixed(1)} % of ten seconds' sends`;
  return { name: `what the bot says of a batch of ${BATCH} tasks with topics`, found, aim: '≤ 10 %' };
}

const task = (n: number) => ({
  destination: {
    address: { number: String(n), street: 'Example Street', city: 'San Francisco', country: 'USA' },
    location: [-122.5 + (n % 97) / 200, 37.6 + (n % 89) / 300],
  },
  recipients: [{ name: `Recipient ${n}`, phone: `+1415${5_000_000 + n}` }],
});
