import { benchOrganization, chatCaller, joinChannel, people } from './fill.ts';
import {
  type Bench,
  basic,
  type Comparison,
  compareSides,
  FORM_TYPE,
  form,
  type Load,
  loading,
  type Side,
} from './harness.ts';

const PEOPLE = 1000;
const CHANNELS = 100;
const CHANGES_PER_SECOND = 10;
const CONNECTIONS = 8;

/**
 * Sending and fetching while somebody joins or leaves a channel ten times a second, against the same without these
 * changes: what a change of state drops from memory is loaded again. Processor time has the changes themselves in it.
 */
export async function benchStateChanges(bench: Bench): Promise<Comparison[]> {
  const { organization_id: organizationId, chat } = await benchOrganization(bench.core);
  const everybody = await people(bench, organizationId, PEOPLE);
  await joinChannel(bench, chat, 'floor', everybody);
  for (let n = 0; n < CHANNELS; n++) await joinChannel(bench, chat, `channel ${n}`, []);
  await joinChannel(bench, chat, 'aside', []);
  const call = chatCaller(bench, chat);
  let turn = 0;
  const change = (): Promise<string> => {
    const [userId, op] = [everybody[(turn >> 1) % PEOPLE]!, turn++ % 2 === 0 ? 'join' : 'leave'];
    const principals = JSON.stringify([userId]);
    return op === 'join'
      ? call('POST', '/users/me/subscriptions', {
          ...{ subscriptions: '[{"name":"aside"}]', principals, send_new_subscription_messages: 'false' },
        })
      : call('PATCH', '/users/me/subscriptions', { delete: '["aside"]', principals });
  };
  const headers = basic(chat.email, chat.api_key);
  const send: Load = {
    url: `${bench.hubbub}/api/v1/messages`,
    method: 'POST',
    headers: { ...headers, ...FORM_TYPE },
    body: form({ type: 'channel', to: 'floor', topic: 'bench', content: 'The 14:30 to the harbour leaves late.' }),
    connections: CONNECTIONS,
  };
  const query = { anchor: 'newest', num_before: '100', num_after: '0', narrow: '[["channel","floor"]]' };
  const fetching: Load = {
    url: `${bench.hubbub}/api/v1/messages?${new URLSearchParams(query)}`,
    headers,
    connections: CONNECTIONS,
  };
  const results: Comparison[] = [];
  for (const [name, load] of [
    ['send', send],
    ['fetch 100', fetching],
  ] as const)
    results.push(
      ...(await compareSides(
        `${name} beside ${CHANGES_PER_SECOND} changes of subscriptions a second (limit: without them), ${CONNECTIONS} connections`,
        '≥ 0.9',
        beside(change, loading(load)),
        { limit: loading(load) },
      )),
    );
  return results;
}

/** A side while `change` is called at an even pace. @throws what a change threw */
function beside(change: () => Promise<unknown>, side: Side): Side {
  return async (seconds) => {
    const changes: Promise<unknown>[] = [];
    const timer = setInterval(() => changes.push(change()), 1000 / CHANGES_PER_SECOND);
    try {
      return await side(seconds);
    } finally {
      clearInterval(timer);
      await Promise.all(changes);
    }
  };
}
