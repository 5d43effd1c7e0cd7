import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { OWNER, QUESTIONS } from './cast.ts';
import { live } from './demo.ts';
import { type Stage, setStage } from './stage.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const PACE = { stepMs: 5, metresAStep: 90, stepsPerOrder: 3, stepsPerLine: 5, stepsPerQuestion: 10 };

test('the fleet of the demo delivers, orders come in, and colleagues answer a visitor', async () => {
  const end = new AbortController();
  const stage = await setStage(server.services, server.url, end.signal);
  const going = live(stage, end.signal, PACE);
  const visitor = new SessionBrowser(server.url);
  assert.equal((await visitor.signIn(OWNER.email, OWNER.password)).status, 200);
  // A server without the apps has nothing better; the checklist it is not.
  assert.equal((await visitor.get('/')).headers.get('location'), '/account');
  const tasks = async () => (await visitor.get('/api/v2/tasks/all?from=0')).json.tasks as { state: number }[];
  await until(async () => (await tasks()).some(({ state }) => state === 3), 'a delivery', 60);
  await until(async () => (await tasks()).length > 36, 'an order', 60);
  const message = new URLSearchParams({
    type: 'direct',
    to: JSON.stringify([stage.colleagues[0]!.userId]),
    content: 'Is anybody there?',
  });
  const sent = await visitor.request('POST', '/api/v1/messages', message, { 'content-type': undefined });
  assert.equal(sent.status, 200, sent.text);
  const answered = async () => {
    const narrow = JSON.stringify([{ operator: 'dm', operand: [stage.colleagues[0]!.userId] }]);
    const query = new URLSearchParams({ narrow, anchor: 'newest', num_before: '1', num_after: '0' });
    const { json } = await visitor.get(`/api/v1/messages?${query}`);
    return json.messages[0].sender_id === stage.colleagues[0]!.userId;
  };
  await until(answered, 'an answer');
  end.abort();
  await going;
});

const MINUTE_MS = 60_000;
/** Drivers of the long day take large steps: each is five minutes, after the first hour fifteen. */
const LONG = { stepMs: 5 * MINUTE_MS, metresAStep: 9000, stepsPerOrder: 1, stepsPerLine: 1, stepsPerQuestion: 1 };

test('after an hour and after eight the floor looks as after five minutes', { timeout: 600_000 }, async () => {
  const own = await startTestServer();
  try {
    const end = new AbortController();
    const stage = await setStage(own.services, own.url, end.signal);
    const began = stage.now();
    const views: View[] = [];
    const moments = [6, 60, 8 * 60].map((minutes) => minutes * MINUTE_MS);
    await live(stage, end.signal, LONG, async (milliseconds) => {
      if (stage.now() - began >= moments[views.length]!) views.push(await lookAt(stage));
      if (views.length === moments.length) end.abort();
      own.clock.advance(views.length < 2 ? milliseconds : 3 * milliseconds);
    }).catch((error) => assert.ok(end.signal.aborted, error));
    for (const view of views) {
      const text = JSON.stringify(views);
      assert.ok(view.unassigned >= 3 && view.unassigned <= 12, text);
      assert.ok(
        view.ofTeams.every((count) => count >= 3 && count <= 12),
        text,
      );
      assert.ok(view.busy >= 4, text);
      assert.ok(view.open >= 25 && view.open <= 65, text);
      assert.ok(view.late <= view.open / 2, text);
      assert.ok(view.asked > 0, text);
      assert.ok(view.failures <= 3 + stage.drivers.length, text);
      assert.ok(view.oldestMs <= 5 * MINUTE_MS, text);
    }
    assert.ok(views[2]!.done > views[1]!.done && views[1]!.done > views[0]!.done, JSON.stringify(views));
  } finally {
    await own[Symbol.asyncDispose]();
  }
});

/** The floor as a visitor sees it. */
interface View {
  unassigned: number;
  ofTeams: number[];
  busy: number;
  open: number;
  done: number;
  late: number;
  asked: number;
  /** Failures that nobody has looked at. */
  failures: number;
  /** Age of the oldest position. */
  oldestMs: number;
}

async function lookAt({
  dispatch,
  drivers,
  teamIds,
  organizationId,
  owner,
  deliveriesChannel,
  now,
}: Stage): Promise<View> {
  const list = (path: string) => dispatch.get<{ tasks: string[] }>(`/containers/${path}`);
  const { tasks } = await list(`organizations/${organizationId}`);
  const ofTeams = await Promise.all(teamIds.map(async (id) => (await list(`teams/${id}`)).tasks.length));
  const workers =
    await dispatch.get<{ tasks: string[]; activeTask: string | null; location: unknown; timeLastSeen: number }[]>(
      '/workers',
    );
  const all: { id: string; state: number; completeBefore: number | null; completionDetails: { success?: boolean } }[] =
    [];
  for (let lastId = ''; ; ) {
    const page = await dispatch.get<{ tasks: typeof all; lastId?: string }>(
      `/tasks/all?from=0${lastId === '' ? '' : `&lastId=${lastId}`}`,
    );
    all.push(...page.tasks);
    if (!page.lastId) break;
    lastId = page.lastId;
  }
  const open = all.filter(({ state }) => state < 3);
  const { handled } = await dispatch.get<{ handled: string[] }>('/inbox');
  const failed = all.filter(({ state, completionDetails }) => state === 3 && completionDetails.success === false);
  const narrow = JSON.stringify([{ operator: 'channel', operand: deliveriesChannel }]);
  const query = new URLSearchParams({
    narrow,
    anchor: 'newest',
    num_before: '50',
    num_after: '0',
    apply_markdown: 'false',
  });
  const { messages } = await owner.client.get<{ messages: { content: string }[] }>(`/messages?${query}`);
  return {
    unassigned: tasks.length,
    ofTeams,
    busy: workers.filter(({ activeTask }) => activeTask !== null).length,
    open: open.length,
    done: all.length - open.length,
    late: open.filter(({ completeBefore }) => completeBefore !== null && completeBefore < now()).length,
    asked: messages.filter(({ content }) => QUESTIONS.includes(content)).length,
    failures: failed.filter(({ id }) => !handled.includes(`failed ${id}`)).length,
    oldestMs: Math.max(...workers.slice(0, drivers.length).map(({ timeLastSeen }) => now() - timeLastSeen)),
  };
}
