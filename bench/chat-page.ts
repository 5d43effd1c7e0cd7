import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { Chromium, withoutBrowser } from '../tests/harness/chromium.ts';
import { apply } from '../web/store/chat/apply/index.ts';
import { registeredState } from '../web/store/chat/register.ts';
import type { RegisterQueueAnswer } from '../web/store/wire/chat.ts';
import { benchOrganization } from './fill.ts';
import { CHANNEL_COUNT, fillChatPage, MESSAGES, MIXED, PEOPLE, TOPIC } from './fill-chat-page.ts';
import { type Gate, startGate } from './gate.ts';
import { type Bench, basic, type Finding, FORM_TYPE, form, median, quantile } from './harness.ts';

/** Seconds in which 50 events each come in; `CHAT_PAGE_SECONDS=600` is the whole measure. */
const SECONDS = Number(process.env.CHAT_PAGE_SECONDS ?? 60);
const EVENTS_PER_SECOND = 50;
const VISITS = 5;
const WINDOW_OPENS_MS = 3000;
const KEYS = 150;
const FRAMES = 400;
const SCROLLED_PX = 400;
const SENDS = 30;
const APPLIED = 100_000;
const MB = 1_000_000;
const OWNER = { email: 'owner@bench.example', password: 'correct horse battery staple' };

/** An empty page of the same origin: what the browser, the machine and the measuring cost by themselves. */
const EMPTY = `<!doctype html><html lang="en"><title>Empty</title><textarea></textarea>
<div id="feed"><p style="height:${MIXED * 60}px">empty</p></div><style>#feed{height:700px;overflow:auto}</style></html>`;

/** The chat's page in a browser (web.md, part d), each figure beside that of an empty page. Needs built pages and Chromium. */
export async function benchChatPage(bench: Bench): Promise<Finding[]> {
  if (withoutBrowser) {
    console.error(`The chat's page is left out: ${withoutBrowser}`);
    return [];
  }
  const organization = await benchOrganization(bench.core);
  const { chat, organization_id: organizationId } = organization;
  const channelId = await fillChatPage(bench, organizationId, chat.user_id);
  const hubbub = await bench.startBeside({ WEB: 'on' });
  const gate = await startGate(hubbub.url, new Map([['/empty', EMPTY]]));
  const chromium = await Chromium.start({ desktop: true });
  try {
    const profile = await chromium.profile({ baseURL: gate.url, viewport: { width: 1440, height: 900 } });
    const path = `/chat/c/${channelId}/t/${encodeURIComponent(TOPIC)}`;
    const call = (method: string, at: string, params: Record<string, string>) =>
      fetch(`${hubbub.url}/api/v1${at}`, {
        method,
        headers: { ...basic(chat.email, chat.api_key), ...FORM_TYPE },
        body: form(params),
        signal: AbortSignal.timeout(60_000),
      });
    const send = (content: string) =>
      call('POST', '/messages', { type: 'stream', to: String(channelId), topic: TOPIC, content });
    const findings: Finding[] = [];
    const note = (...found: Finding[]) => {
      for (const each of found) console.error(`${each.name}: ${each.found}`);
      findings.push(...found);
    };
    note(await signIn(profile, path));
    note(await paintFromDisk(profile, path, gate));
    const [page, empty] = [await openWindow(profile), await openWindow(profile)];
    await page.bringToFront();
    await page.goto(path);
    await page.locator('.message').first().waitFor();
    await empty.goto('/empty');
    note(await others(page, send));
    note(await scroll(page, empty));
    note(await type(page, empty, 'nothing else happens'));
    note(...(await underEvents(page, empty, send)));
    note(
      await applyEvents(
        (await (await call('POST', '/register', { apply_markdown: 'true' })).json()) as RegisterQueueAnswer,
        channelId,
      ),
    );
    return findings;
  } finally {
    await chromium[Symbol.asyncDispose]();
    await gate[Symbol.asyncDispose]();
    await hubbub.stop();
  }
}

const ms = (times: readonly number[], q = 0.5) =>
  `${quantile(
    [...times].sort((a, b) => a - b),
    q,
  ).toFixed(1)} ms`;

/** A window in which nothing goes on: Chromium loads pages of its own for each new one, on the same processors. */
async function openWindow(profile: BrowserContext): Promise<Page> {
  const page = await profile.newPage();
  await pause(WINDOW_OPENS_MS);
  return page;
}

/** From the key that signs in until messages are on screen. */
async function signIn(profile: BrowserContext, path: string): Promise<Finding> {
  const times: number[] = [];
  const page = await openWindow(profile);
  for (let visit = 0; visit < VISITS; visit++) {
    await profile.clearCookies();
    await page.goto(path);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    const start = performance.now();
    await page.keyboard.press('Enter');
    await page.locator('.message').first().waitFor();
    times.push(performance.now() - start);
  }
  // The copy is on disk for the next measure.
  await pause(12_000);
  await page.close();
  return {
    name: `sign-in until messages are on screen, ${PEOPLE} people, ${CHANNEL_COUNT} channels, ${MESSAGES} messages`,
    found: `${ms(times)} (median of ${VISITS})`,
    aim: '≤ 600 ms',
  };
}

/** The next visit, while no answer comes from the server's API. */
async function paintFromDisk(profile: BrowserContext, path: string, gate: Gate): Promise<Finding> {
  const [messages, firsts, empties, mains]: number[][] = [[], [], [], []];
  const page = await openWindow(profile);
  const session = await page.context().newCDPSession(page);
  for (let visit = 0; visit < VISITS; visit++) {
    gate.silenceApi();
    // Counts from nothing again: what is enabled already adds up over visits.
    await session.send('Performance.disable');
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(path);
    await page.locator('.message').first().waitFor();
    messages!.push(await page.evaluate(() => performance.now()));
    firsts!.push(await page.evaluate(firstPaint));
    const { metrics } = await session.send('Performance.getMetrics');
    mains!.push(metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000);
    gate.restoreApi();
    await page.goto('/empty');
    empties!.push(await page.evaluate(firstPaint));
  }
  await page.close();
  return {
    name: 'first paint of the next visit, from disk, without an answer of the API (empty page: its own)',
    found: `${ms(firsts!)}, messages after ${ms(messages!)}, ${ms(mains!)} of the main thread (empty page ${ms(empties!)})`,
    aim: '≤ 300 ms',
  };
}

/** In the page. */
async function firstPaint(): Promise<number> {
  for (;;) {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    if (entry) return entry.startTime;
    await new Promise((settle) => setTimeout(settle, 10));
  }
}

/** From another person's request until the text is in my page; beside it, until the API has answered that request. */
async function others(page: Page, send: (content: string) => Promise<Response>): Promise<Finding> {
  await page.keyboard.press('End');
  const [shown, answered]: number[][] = [[], []];
  for (let number = 0; number < SENDS; number++) {
    const content = `live ${number} ${performance.now()}`;
    const seen = page.evaluate(
      (text) =>
        new Promise<number>((settle) => {
          const look = () => document.querySelector('.message-feed')!.textContent!.includes(text);
          const watcher = new MutationObserver(() => {
            if (!look()) return;
            watcher.disconnect();
            settle(performance.timeOrigin + performance.now());
          });
          watcher.observe(document.querySelector('.message-feed')!, { subtree: true, childList: true });
        }),
      content,
    );
    await pause(50);
    const start = performance.timeOrigin + performance.now();
    await send(content);
    answered!.push(performance.timeOrigin + performance.now() - start);
    shown!.push((await seen) - start);
  }
  return {
    name: 'somebody sends until it is in my page (beside it: until the API has answered the sender)',
    found: `${ms(shown!)} (${ms(answered!)}; median of ${SENDS})`,
    aim: '≤ 30 ms',
  };
}

/** Script of the main thread for each frame of scrolling. */
async function scroll(page: Page, empty: Page): Promise<Finding> {
  const each: string[] = [];
  for (const [tab, selector] of [
    [page, '.message-feed'],
    [empty, '#feed'],
  ] as const) {
    await tab.bringToFront();
    const session = await tab.context().newCDPSession(tab);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const script = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1000;
    };
    const go = (frames: number) =>
      tab.evaluate(
        async ([which, count, by]) => {
          const box = document.querySelector<HTMLElement>(which)!;
          for (let frame = 0; frame < count; frame++) {
            box.scrollTop -= by;
            await new Promise((settle) => requestAnimationFrame(settle));
          }
        },
        [selector, frames, SCROLLED_PX] as const,
      );
    await tab.evaluate((which) => document.querySelector(which)!.scrollTo(0, 1e9), selector);
    await go(30);
    const before = await script();
    await go(FRAMES);
    each.push(`${(((await script()) - before) / FRAMES).toFixed(2)} ms`);
    await session.detach();
  }
  return {
    name: `script for each frame of ${SCROLLED_PX} px, scrolling through ${MIXED} mixed messages`,
    found: `${each[0]} (empty page ${each[1]}), ${await page.locator('.message').count()} messages in the document`,
    aim: '≤ 6 ms, ≤ 150',
  };
}

/** From a key's event until the frame after it was painted. */
async function type(page: Page, empty: Page, when: string): Promise<Finding> {
  const found: string[] = [];
  for (const tab of [page, empty]) {
    await tab.bringToFront();
    await tab.locator('textarea').first().focus();
    await tab.evaluate(() => {
      const times: number[] = [];
      Object.assign(window, { keyTimes: times });
      document.addEventListener('keydown', ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(0);
        }),
      );
    });
    for (let key = 0; key < KEYS; key++) {
      await tab.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
      await pause(40);
    }
    const times = await tab.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
    found.push(`${ms(times, 0.95)}, median ${ms(times)}`);
  }
  await page.locator('textarea').first().fill('');
  return {
    name: `key until the next frame is painted (p95 of ${KEYS}), while ${when}`,
    found: `${found[0]} (empty page ${found[1]})`,
    aim: '≤ 50 ms',
  };
}

/** Growth of the heap, and typing, while 50 messages a second come in. */
async function underEvents(page: Page, empty: Page, send: (content: string) => Promise<Response>): Promise<Finding[]> {
  const heapOf = async (tab: Page) => {
    const session = await tab.context().newCDPSession(tab);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    await session.detach();
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value;
  };
  let isRunning = true;
  let sent = 0;
  const begun = performance.now();
  const sending = (async () => {
    while (isRunning) {
      const due = ((performance.now() - begun) / 1000) * EVENTS_PER_SECOND;
      if (sent < due) await Promise.all(Array.from({ length: 5 }, () => send(`event ${sent++}`)));
      else await pause(20);
    }
  })();
  // Windows and caches have their size by then.
  await pause(10_000);
  const before = [await heapOf(page), await heapOf(empty)];
  const typed = await type(page, empty, `${EVENTS_PER_SECOND} messages a second come in`);
  await page.bringToFront();
  await pause(Math.max(0, SECONDS * 1000 - (performance.now() - begun)));
  const after = [await heapOf(page), await heapOf(empty)];
  const seconds = (performance.now() - begun) / 1000;
  isRunning = false;
  await sending;
  const growth = after.map((heap, index) => `${((heap - before[index]!) / MB).toFixed(1)} MB`);
  return [
    typed,
    {
      name: `growth of the heap in ${(seconds - 10).toFixed(0)} seconds of ${(sent / seconds).toFixed(0)} messages a second`,
      found: `${growth[0]}, at ${(after[0]! / MB).toFixed(0)} MB (empty page ${growth[1]})`,
      aim: '≤ 10 MB',
    },
  ];
}

/** Events into the store, in this process; beside it what reading them as JSON takes. */
async function applyEvents(answer: RegisterQueueAnswer, channelId: number): Promise<Finding> {
  const state = registeredState(answer);
  const lines = Array.from({ length: APPLIED }, (_, number) =>
    JSON.stringify({
      id: state.lastEventId + 1 + number,
      type: 'message',
      flags: [],
      message: {
        ...{ id: MESSAGES + 1_000_000 + number, type: 'stream', stream_id: channelId, subject: `topic ${number % 50}` },
        ...{ sender_id: state.ownUserId, sender_full_name: 'Bea Bench', timestamp: 1_800_000_000 + number },
        ...{ content: `<p>${'x'.repeat(100)}</p>`, content_type: 'text/html', reactions: [], submessages: [] },
        ...{ display_recipient: 'channel 1', recipient_id: 1, is_me_message: false, client: 'bench', flags: [] },
      },
    }),
  );
  const read = performance.now();
  const events = lines.map((line) => JSON.parse(line));
  const reading = performance.now() - read;
  const times = new Float64Array(APPLIED);
  const start = performance.now();
  for (let number = 0; number < APPLIED; number++) {
    const before = performance.now();
    apply(state, events[number]);
    times[number] = (performance.now() - before) * 1000;
  }
  const all = performance.now() - start;
  return {
    name: `apply of one event, and of ${APPLIED} messages (beside it: reading them as JSON)`,
    found: `${median([...times]).toFixed(1)} µs, ${(all / 1000).toFixed(2)} s (${(reading / 1000).toFixed(2)} s)`,
    aim: '≤ 20 µs, ≤ 1 s',
  };
}
