import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Chromium, withoutBrowser } from '../tests/harness/chromium.ts';
import type { Bench, Finding } from './harness.ts';
import { makeFleet } from './live-fleet.ts';

const WORKERS = 10_000;
const TASKS = 1000;
const SECONDS = 60;
const FEED_SECONDS = 20;
const MB = 1_000_000;

/** The dispatcher's map while ten thousand workers drive (web.md, D15): what it costs the page. Needs built pages and Chromium. */
export async function benchConsole(bench: Bench): Promise<Finding[]> {
  if (withoutBrowser) {
    console.error(`The console is left out: ${withoutBrowser}`);
    return [];
  }
  await makeFleet(bench, WORKERS, TASKS);
  const hubbub = await bench.startBeside({ WEB: 'on' });
  const chromium = await Chromium.start({ gl: 'pages', desktop: true });
  try {
    const profile = await chromium.profile({ baseURL: hubbub.url, viewport: { width: 1440, height: 900 } });
    await profile.request.post('/api/session', {
      headers: { origin: hubbub.url, 'sec-fetch-site': 'same-origin' },
      data: { email: 'owner@bench.example', password: 'correct horse battery staple' },
    });
    const page = await profile.newPage();
    return await watchMap(page, () => drive(bench));
  } finally {
    await chromium[Symbol.asyncDispose]();
    await hubbub.stop();
  }
}

/** A tenth of the workers go on, in turn. */
async function drive({ admin }: Bench, turn = Math.floor(performance.now() / 1000) % 10): Promise<void> {
  await admin.query(
    `update dispatch.workers set longitude = longitude + (random() - 0.5) / 500, latitude = latitude + (random() - 0.5) / 500,
       located_at = now(), last_seen_at = now() where abs(hashtext(id)) % 10 = $1`,
    [turn],
  );
}

async function watchMap(page: Page, step: () => Promise<void>): Promise<Finding[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.enable');
  const streams = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname === '/api/v2/live') streams.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (streams.has(requestId)) bytes += dataLength;
  });
  await page.goto('/dispatch/map');
  await page.getByRole('img', { name: new RegExp(`${WORKERS}|10,000`) }).waitFor();
  const metrics = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics: all } = await session.send('Performance.getMetrics');
    const of = (name: string) => all.find((each) => each.name === name)!.value;
    return { script: of('ScriptDuration'), tasks: of('TaskDuration'), heap: of('JSHeapUsedSize') };
  };
  const go = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      await step();
      await pause(1000);
    }
  };
  const watch = async (seconds: number) => {
    // What is loaded and compiled once is not what a frame costs.
    await go(5);
    const [before, from] = [await metrics(), bytes];
    await go(seconds);
    const after = await metrics();
    const each = (name: 'script' | 'tasks') => ((after[name] - before[name]) * 1000) / seconds;
    return { script: each('script'), tasks: each('tasks'), before, after, bytes: (bytes - from) / seconds };
  };
  const { script: each, tasks: all, before, after, bytes: perSecond } = await watch(SECONDS);
  const streamsOfMap = streams.size;
  // Where no worker is shown, what comes is taken in all the same.
  await page.goto('/dispatch/webhooks');
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
  const feed = await watch(FEED_SECONDS);
  return [
    {
      name: `script of the map's page for each frame of positions, ${WORKERS} workers of whom a tenth moves each second`,
      found: `${each.toFixed(1)} ms of ${all.toFixed(1)} ms in all on its main thread`,
      aim: '≤ 10 ms',
    },
    {
      name: 'of it the feed’s own share: the same frames read and taken in, on a screen that shows no workers',
      found: `${feed.script.toFixed(1)} ms of ${feed.tasks.toFixed(1)} ms in all on its main thread, ${(feed.bytes / 1000).toFixed(1)} kB`,
      aim: '≤ 5 ms',
    },
    {
      name: `growth of that page in ${SECONDS} seconds`,
      found: `${((after.heap - before.heap) / MB).toFixed(1)} MB, at ${(after.heap / MB).toFixed(0)} MB`,
      aim: '≤ 10 MB',
    },
    {
      name: 'its streams, and what they bring in a second',
      found: `${streamsOfMap}, ${(perSecond / 1000).toFixed(1)} kB`,
      aim: '1, ≤ 40 kB',
    },
  ];
}
