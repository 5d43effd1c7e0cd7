import assert from 'node:assert/strict';
import { type Answer, DispatchClient } from '../../harness/clients.ts';
import type { Clients } from './load.ts';

function must(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Two workers with phones (none if nobody adds them), a team and a channel: whatever the load needs. */
export async function furnish(
  owner: Pick<Clients, 'url' | 'chat' | 'dispatch'>,
  addWorker?: (name: string, phone: string) => Promise<{ worker_id: string; password: string }>,
): Promise<Clients> {
  const { url, chat, dispatch } = owner;
  must(await chat.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] }));
  // A clock that jumps forward would end the time in which a message may be edited.
  must(await chat.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' }));
  const [admin] = must(await dispatch.get('/admins'));
  const { id: team } = must(await dispatch.post('/teams', { name: 'North', workers: [], managers: [admin.id] }));
  const anyone = new DispatchClient({ url, token: 'nobody' });
  const drivers: Clients['drivers'][number][] = [];
  for (const [name, phone] of [
    ['Dora Driver', '+14155550101'],
    ['Emil Rider', '+14155550102'],
  ] as const) {
    if (!addWorker) break;
    const { worker_id: id, password } = await addWorker(name, phone);
    const { token } = must(await anyone.post('/driver/sign-in', { phone, password }));
    drivers.push({ id, device: new DispatchClient({ url, token }) });
  }
  return { url, chat, dispatch, drivers, team };
}
