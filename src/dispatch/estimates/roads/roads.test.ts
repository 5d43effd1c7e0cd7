import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { askRoads, forgetRoads } from './ask-roads.ts';

const signal = new AbortController().signal;

/** A router that answers every question with the same. */
async function startRouter() {
  const asked: string[] = [];
  const router = { asked, url: '', status: 200, answer: {} as unknown, stop: () => server.close() };
  const server = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? ''));
    response.writeHead(router.status).end(JSON.stringify(router.answer));
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
  },
  valhalla: {
    found: (seconds: number) => ({ trip: { summary: { time: seconds, length: 1 }, status: 0 } }),
    none: { status: 400, answer: { error_code: 442, error: 'No path could be found for input' } },
    question: /^\/route\?json=\{"locations":\[\{"lon":-122\.41,"lat":37\.78\},.*"costing":"auto"/,
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

      // What a team's estimate is asked for is asked of the router at once, from where the worker is through.
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
    } finally {
      router.stop();
    }
  });
}
