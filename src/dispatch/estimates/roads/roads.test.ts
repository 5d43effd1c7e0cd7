import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { askRoads, forgetRoads } from './ask-roads.ts';
import { instructionOf } from './osrm-instructions.ts';

const signal = new AbortController().signal;

interface Reply {
  status: number;
  answer: unknown;
}

/** A router that answers every question with the same, or as `say` says. */
async function startRouter() {
  const asked: string[] = [];
  const answerTo = undefined as ((question: string) => Reply) | undefined;
  const router = { asked, url: '', status: 200, answer: {} as unknown, say: answerTo, stop: () => server.close() };
  const server = createServer((request, response) => {
    const question = decodeURIComponent(request.url ?? '');
    asked.push(question);
    const { status, answer } = router.say?.(question) ?? router;
    response.writeHead(status).end(answer === undefined ? '<html>' : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  router.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return router;
}

const forms = {
  osrm: {
    found: (seconds: number) => ({ code: 'Ok', routes: [{ duration: seconds, distance: 9 }] }),
    none: { status: 400, answer: { code: 'NoRoute', message: 'Impossible route' } },
    question: /^\/route\/v1\/driving\/-122\.41,37\.78;-122\.4,37\.78\?overview=false$/,
    directions: /^\/route\/v1\/driving\/(-?[\d.]+,[\d.]+;?)+\?overview=false&steps=true$/,
    stops: (question: string) => question.split('/').at(-1)!.split(';').length,
    guided: (legs: number) => {
      const steps = [
        { distance: 100, name: 'Pier Street', maneuver: { type: 'depart', modifier: 'right' } },
        { distance: 1509.344, name: 'Hill Street', maneuver: { type: 'turn', modifier: 'sharp left' } },
        { distance: 0, name: '', maneuver: { type: 'arrive', modifier: 'right' } },
      ];
      const leg = { distance: 1609.344, steps };
      return { code: 'Ok', routes: [{ legs: Array.from({ length: legs }, () => leg) }] };
    },
    steps: ['Start on Pier Street (0.1 miles)', 'Turn sharp left onto Hill Street (0.9 miles)', 'Arrive, on the right'],
  },
  valhalla: {
    found: (seconds: number) => ({ trip: { summary: { time: seconds, length: 1 }, status: 0 } }),
    none: { status: 400, answer: { error_code: 442, error: 'No path could be found for input' } },
    question: /^\/route\?json=\{"locations":\[\{"lon":-122\.41,"lat":37\.78\},.*"costing":"auto"/,
    directions: /^\/route\?json=\{"locations":.*"costing":"auto","directions_type":"instructions"/,
    stops: (question: string) => question.split('"lon"').length - 1,
    guided: (legs: number) => {
      const maneuvers = [
        { instruction: 'Drive east on Pier Street.', length: 1.609344 },
        { instruction: 'Your destination is on the right.', length: 0 },
      ];
      const leg = { summary: { length: 1.609344 }, maneuvers };
      return { trip: { legs: Array.from({ length: legs }, () => leg) } };
    },
    steps: ['Drive east on Pier Street. (1.0 miles)', 'Your destination is on the right.'],
  },
};

for (const kind of ['osrm', 'valhalla'] as const) {
  test(`${kind}: estimates are by road as soon as it has answered, and by straight lines else`, async () => {
    const router = await startRouter();
    try {
      await using server = await startTestServer({ router: kind, routerUrl: router.url });
      const fleet = await startFleet(server);
      const { api, worker, task } = fleet;
      const dora = await worker([-122.41, 37.78]);
      assert.equal((await api.put(`/workers/${dora.id}`, { vehicle: { type: 'CAR' } })).status, 200);
      const { id } = await task({
        destination: destinationAt(-122.4, 37.78),
        container: { type: 'WORKER', worker: dora.id },
      });
      const arrival = async () => {
        const now = server.clock.now().getTime();
        return Math.round(((await api.get(`/tasks/${id}`)).json.estimatedArrivalTime - now) / 1000);
      };
      const straight = await arrival();
      router.answer = { nonsense: true };
      await askRoads.handle(server.services, {}, signal);
      assert.ok(Math.abs((await arrival()) - straight) <= 2);

      router.answer = forms[kind].found(4321);
      await askRoads.handle(server.services, {}, signal);
      assert.match(router.asked.at(-1)!, forms[kind].question);
      assert.ok(Math.abs((await arrival()) - 4321) <= 2);
      const times = router.asked.length;
      // A little further on it is the same way.
      await dora.goTo(-122.40998, 37.78001);
      await askRoads.handle(server.services, {}, signal);
      assert.equal(router.asked.length, times);

      // A team's estimate asks the router at once, starting where the worker finishes.
      const { north } = fleet;
      const estimate = async () => {
        const stops = 'pickupLocation=-122.39,37.78&dropoffLocation=-122.38,37.78';
        const answer = await api.get(`/teams/${north}/estimate?${stops}`);
        assert.equal(answer.status, 200, answer.text);
        return answer.json.steps.map(({ travelTime }: { travelTime: number }) => travelTime);
      };
      assert.deepEqual(await estimate(), [4321, 4321]);
      assert.equal(router.asked.length, times + 2);
      router.status = 500;
      router.answer = { nonsense: true };
      for (const seconds of await estimate()) assert.ok(seconds < 4000);
      router.status = 200;
      router.asked.length = times;

      await dora.goTo(-122.42, 37.78);
      Object.assign(router, forms[kind].none);
      await askRoads.handle(server.services, {}, signal);
      await askRoads.handle(server.services, {}, signal);
      assert.equal(router.asked.length, times + 1);
      assert.ok((await arrival()) < 4000);

      await dora.goTo(-122.41, 37.78);
      server.clock.advance(8 * 86_400_000);
      await forgetRoads.handle(server.services, {}, signal);
      await askRoads.handle(server.services, {}, signal);
      assert.ok(router.asked.length > times + 1);
      assert.ok((await arrival()) < 4000);

      // A manifest has directions, asked for twenty stops at a time; those to where no road leads are left out.
      await dora.goTo(-122.41, 37.78);
      const hub = (await api.post('/hubs', { name: 'Depot', ...destinationAt(-122.41, 37.78) })).json.id;
      const tasks = Array.from({ length: 24 }, (_, n) => ({
        destination: destinationAt(n === 9 ? -122.777 : -122.4 + n / 1000, 37.78),
        container: { type: 'WORKER', worker: dora.id },
      }));
      assert.equal((await api.post('/tasks/batch', { tasks })).json.tasks.length, 24);
      const manifest = async (): Promise<{ driving_distance: string; steps: string[]; isEstimated: boolean }[]> => {
        const path = `providers/manifest/generate?hubId=${hub}&workerId=${dora.id}`;
        const answer = await api.post('/integrations/marketplace', { path, method: 'GET' });
        assert.equal(answer.status, 200, answer.text);
        return answer.json.turnByTurn;
      };
      router.asked.length = 0;
      router.say = (question) =>
        question.includes('-122.777')
          ? forms[kind].none
          : { status: 200, answer: forms[kind].guided(forms[kind].stops(question) - 1) };
      const guided = await manifest();
      assert.match(router.asked[0]!, forms[kind].directions);
      assert.ok(router.asked.every((question) => forms[kind].stops(question) <= 20));
      assert.ok(router.asked.length <= 12, `${router.asked.length} questions`);
      assert.deepEqual(
        guided.flatMap(({ isEstimated }, n) => (isEstimated ? [n] : [])),
        [10, 11],
      );
      assert.deepEqual([guided[10]!.steps, guided[0]!.steps], [[], forms[kind].steps]);
      assert.equal(guided[0]!.driving_distance, '1.0 miles');
      // Nor are those that it refuses: too many at a time for it, or one that it does not take.
      router.say = (question) => {
        const stops = forms[kind].stops(question);
        if (stops > 5) return { status: 414, answer: undefined };
        if (question.includes('-122.777')) return { status: 400, answer: { nonsense: true } };
        return { status: 200, answer: forms[kind].guided(stops - 1) };
      };
      assert.deepEqual(
        (await manifest()).flatMap(({ isEstimated }, n) => (isEstimated ? [n] : [])),
        [10, 11],
      );
      for (const reply of [
        { status: 429, answer: {} },
        { status: 500, answer: {} },
        { status: 200, answer: forms[kind].guided(2) },
      ]) {
        router.say = () => reply;
        assert.ok((await manifest()).every(({ isEstimated, steps }) => isEstimated && steps.length === 0));
      }
    } finally {
      router.stop();
    }
  });
}

test('the words for what a router says in kinds', () => {
  for (const [maneuver, name, words] of [
    [{ type: 'depart' }, '', 'Start'],
    [{ type: 'arrive' }, 'Hill Street', 'Arrive'],
    [{ type: 'arrive', modifier: 'slight left' }, '', 'Arrive, on the left'],
    [{ type: 'turn', modifier: 'left' }, '', 'Turn left'],
    [{ type: 'end of road', modifier: 'right' }, 'Hill Street', 'Turn right onto Hill Street'],
    [{ type: 'continue', modifier: 'uturn' }, 'Hill Street', 'Make a U-turn onto Hill Street'],
    [{ type: 'turn', modifier: 'straight' }, 'Hill Street', 'Continue straight on Hill Street'],
    [{ type: 'new name', modifier: 'straight' }, 'Hill Street', 'Continue on Hill Street'],
    [{ type: 'merge', modifier: 'slight left' }, 'A 1', 'Merge onto A 1'],
    [{ type: 'on ramp', modifier: 'right' }, '', 'Take the ramp'],
    [{ type: 'off ramp', modifier: 'right' }, 'A 1', 'Take the exit onto A 1'],
    [{ type: 'fork', modifier: 'slight right' }, 'A 1', 'Keep right onto A 1'],
    [{ type: 'roundabout', exit: 2 }, 'Hill Street', 'At the roundabout take exit 2 onto Hill Street'],
    [{ type: 'rotary' }, '', 'Enter the roundabout'],
    [{ type: 'exit rotary' }, 'Hill Street', 'Leave the roundabout onto Hill Street'],
  ] as const)
    assert.equal(instructionOf(maneuver, name), words);
});
