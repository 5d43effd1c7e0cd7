import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { differences } from '../../web/store/chat/law.ts';
import { registeredState } from '../../web/store/chat/register.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import { restoredState, type StoredState } from '../../web/store/chat/stored.ts';
import type { Message, RegisterQueueAnswer } from '../../web/store/wire/chat.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { type Answer, ChatClient, until } from '../harness/clients.ts';
import { Installation } from '../harness/program.ts';
import { randomNumbers } from '../harness/random.ts';
import { countUnsentActions } from '../harness/unsent-actions.ts';

/*
 * Two browsers and a client of the API act at random while the server is killed. `ACTIONS=1000 KILLS=5 SEED=7` are more of them; the
 * client acts for one of the two people, as their phone does.
 */
const ACTIONS = Number(process.env.ACTIONS ?? 90);
const KILLS = Number(process.env.KILLS ?? 1);
const SEED = Number(process.env.SEED ?? 1234);
const PASSWORD = 'correct horse battery staple';
const PATIENT = { timeout: 60_000 };
/** Something may have gone meanwhile: then nothing is done to it. */
const HASTY = { timeout: 2000 };
const OPTIONS = { skip: withoutBrowser, timeout: 120_000 + ACTIONS * 2000 };

const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Asks again until there is an answer: the server may be away. */
async function insist(ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined;
  await until(
    async () => {
      answer = await ask().catch(() => undefined);
      return answer !== undefined && answer.status < 500;
    },
    'an answer',
    100,
  );
  return answer!;
}

type Random = () => number;

const below = (random: Random, end: number) => Math.floor(random() * end);
const pick = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)]!;

/** Somebody who acts at random; `wrote` has the beginnings of texts that must be there once, `gone` those that may be deleted. */
interface Actor {
  wrote: string[];
  gone: Set<string>;
  act(): Promise<void>;
}

/** A person in front of a page. */
class Browsing implements Actor {
  readonly wrote: string[] = [];
  readonly gone = new Set<string>();
  readonly page: Page;
  readonly #name: string;
  readonly #random: Random;
  /** The conversation that is open at first. */
  readonly #address: string;

  constructor(page: Page, name: string, random: Random) {
    this.page = page;
    this.#address = page.url();
    this.#name = name;
    this.#random = random;
  }

  async act(): Promise<void> {
    const choices = [
      this.#send,
      this.#send,
      this.#send,
      this.#key('+'),
      this.#key('*'),
      this.#key('Shift+U'),
      this.#edit,
    ];
    const chosen = pick(this.#random, [...choices, this.#edit, this.#delete]);
    await chosen.call(this);
    // Escape leads away where what it was to close has closed by itself.
    await this.page.evaluate((address) => {
      if (location.href !== address) history.pushState(null, '', address);
    }, this.#address);
  }

  #field = () => this.page.getByLabel('Message', { exact: true });

  async #send(): Promise<void> {
    const text = `${this.#name}${this.wrote.length}.`;
    this.wrote.push(text);
    await this.#field().fill(text, PATIENT);
    await this.#field().press('Control+Enter', PATIENT);
    await until(async () => (await this.#field().inputValue()) === '', 'an empty field', 60);
  }

  #key(key: string) {
    return async (): Promise<void> => {
      const row = await this.#row(() => true);
      if (!row) return;
      await row.focus(HASTY).catch(() => undefined);
      await this.page.keyboard.press(key);
    };
  }

  async #edit(): Promise<void> {
    const row = await this.#row((text) => text.startsWith(this.#name));
    if (!row) return;
    const box = this.page.getByLabel('Edit message').getByRole('textbox').first();
    try {
      await row.focus(HASTY);
      await this.page.keyboard.press('e');
      const before = await box.inputValue(HASTY);
      await box.fill(`${before.split('.')[0]}. edited ${below(this.#random, 100)}`, HASTY);
      await box.press('Control+Enter', HASTY);
    } catch {
      // Deleted or moved meanwhile, or the server is away.
      await this.#leave();
    }
  }

  async #delete(): Promise<void> {
    const row = await this.#row((text) => text.startsWith(this.#name));
    if (!row) return;
    const [text] = (
      await row
        .locator('.message-text')
        .innerText(HASTY)
        .catch(() => '')
    ).split('.');
    this.gone.add(`${text}.`);
    try {
      await row.hover(HASTY);
      await row.getByRole('button', { name: 'More actions' }).click(HASTY);
      await this.page.getByRole('menuitem', { name: 'Delete message' }).click(HASTY);
      await this.page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click(HASTY);
    } catch {
      await this.#leave();
    }
  }

  /** Closes whatever is open. */
  async #leave(): Promise<void> {
    const open = this.page.locator('[role=menu], [role=dialog], .edit-message');
    for (let times = 0; times < 3 && (await open.count()) > 0; times++) await this.page.keyboard.press('Escape');
  }

  /** A message that is drawn, by its ID: rows move. */
  async #row(fits: (text: string) => boolean) {
    const rows = await this.page.$$eval('article[data-message]', (all) =>
      all.map((each) => ({
        id: (each as HTMLElement).dataset.message!,
        text: each.querySelector('.message-text')?.textContent?.trim() ?? '',
      })),
    );
    const fitting = rows.filter(({ id, text }) => Number(id) > 0 && fits(text));
    if (fitting.length === 0) return undefined;
    return this.page.locator(`article[data-message="${pick(this.#random, fitting).id}"]`);
  }
}

/** A phone of one of the two. */
class Phone implements Actor {
  readonly wrote: string[] = [];
  readonly gone = new Set<string>();
  readonly #client: ChatClient;
  readonly #channelId: number;
  readonly #random: Random;
  readonly #own: { id: number; text: string }[] = [];

  constructor(client: ChatClient, channelId: number, random: Random) {
    this.#client = client;
    this.#channelId = channelId;
    this.#random = random;
  }

  async act(): Promise<void> {
    const random = this.#random;
    const chosen = this.#own.length === 0 ? undefined : pick(random, this.#own);
    const choice = below(random, 8);
    if (!chosen || choice < 2) return this.#send();
    const { id, text } = chosen;
    const one = JSON.stringify([id]);
    const ask = (act: () => Promise<Answer>) => insist(act).then(() => undefined);
    switch (choice) {
      case 2:
        return ask(() => this.#client.patch(`/messages/${id}`, { content: `${text} changed ${below(random, 100)}` }));
      case 3:
        return ask(() => this.#client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
      case 4:
        return ask(() => this.#client.post('/messages/flags', { messages: one, op: 'add', flag: 'starred' }));
      case 5:
        return ask(() => this.#client.post('/messages/flags', { messages: one, op: 'remove', flag: 'read' }));
      case 6: {
        const topic = pick(random, ['gates', 'ramp']);
        return ask(() => this.#client.patch(`/messages/${id}`, { topic, propagate_mode: 'change_one', ...QUIETLY }));
      }
      default:
        this.gone.add(text);
        this.#own.splice(this.#own.indexOf(chosen), 1);
        return ask(() => this.#client.delete(`/messages/${id}`));
    }
  }

  async #send(): Promise<void> {
    const text = `Phone${this.wrote.length}.`;
    this.wrote.push(text);
    const body = { type: 'channel', to: this.#channelId, topic: 'gates', content: text };
    const headers = { 'idempotency-key': `${SEED}-${text}` };
    const { id } = ok(await insist(() => this.#client.post('/messages', body, headers)));
    this.#own.push({ id, text });
  }
}

const QUIETLY = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };

test(
  'what two browsers and a phone do while the server is killed is done once, and all see the same',
  OPTIONS,
  async (t) => {
    t.diagnostic(`${ACTIONS} actions, ${KILLS} kills, seed ${SEED}`);
    let program = await installation.start({ WEB: 'on' });
    const { chat } = await installation.organization();
    const owner = new ChatClient({ ...chat, site: program.url });
    ok(await owner.patch('/realm', { message_content_edit_limit_seconds: JSON.stringify('unlimited') }));
    ok(await owner.patch('/settings', { enter_sends: false }));
    const email = 'ben@couriers.example';
    const ben = ok(await owner.post('/users', { email, full_name: 'Ben Biker', password: PASSWORD })).user_id;
    const subscribers = [chat.user_id, ben];
    const { id: channelId } = ok(await owner.post('/channels/create', { name: 'floor', subscribers }));
    ok(await owner.post('/messages', { type: 'channel', to: channelId, topic: 'gates', content: 'The day begins' }));
    const chromium = await Chromium.start();
    try {
      const registrations = new Map<Page, string>();
      const open = async (address: string, password: string): Promise<Page> => {
        const profile = await chromium.profile({ baseURL: program.url, viewport: { width: 1200, height: 800 } });
        const headers = { origin: program.url, 'sec-fetch-site': 'same-origin' };
        const answer = await profile.request.post('/api/session', { headers, data: { email: address, password } });
        assert.equal(answer.status(), 200, await answer.text());
        const page = await profile.newPage();
        page.on('request', (request: Request) => {
          if (request.url().endsWith('/api/v1/register')) registrations.set(page, request.postData()!);
        });
        await page.goto(`/chat/c/${channelId}/t/gates`);
        await page.locator('article', { hasText: 'The day begins' }).waitFor(PATIENT);
        return page;
      };
      const ada = new Browsing(
        await open('olive@couriers.example', 'correct horse battery'),
        'Ada',
        randomNumbers(SEED),
      );
      const mate = new Browsing(await open(email, PASSWORD), 'Ben', randomNumbers(SEED + 1));
      await mate.page.evaluate(setEnterSends);
      const actors = [ada, mate, new Phone(owner, channelId, randomNumbers(SEED + 2))];

      let done = 0;
      const when = randomNumbers(SEED + 3);
      const killAt = Array.from({ length: KILLS }, (_, n) => Math.floor(((n + 0.2 + when() / 2) * ACTIONS) / KILLS));
      const kills = async () => {
        for (const at of killAt) {
          await until(async () => done >= at, `action ${at}`, OPTIONS.timeout / 1000);
          await program.end('SIGKILL');
          program = await installation.start({ WEB: 'on' });
        }
      };
      const acts = async (actor: Actor) => {
        while (done < ACTIONS) {
          done++;
          await actor.act();
        }
      };
      await Promise.all([kills(), ...actors.map(acts)]);

      for (const { page } of [ada, mate]) {
        await page.keyboard.press('Escape');
        await page.goto(`/chat/c/${channelId}/t/gates`);
        await page.locator('article').first().waitFor(PATIENT);
        await until(async () => (await countUnsentActions(page)) === 0, 'nothing that waits', 120);
      }
      ok(await owner.post('/messages', { type: 'channel', to: channelId, topic: 'gates', content: 'The day ends' }));
      const narrow = JSON.stringify([{ operator: 'channel', operand: channelId }]);
      const whole = { anchor: 'newest', num_before: 5000, num_after: 0, narrow, apply_markdown: false };
      for (const { page } of [ada, mate]) {
        await page.locator('article').first().focus(PATIENT);
        await page.keyboard.press('End');
        await page.locator('article', { hasText: 'The day ends' }).waitFor(PATIENT);
      }
      const { messages } = ok(await owner.get('/messages', whole)) as { messages: Message[] };
      const counts = (text: string) => messages.filter(({ content }) => content.startsWith(text)).length;
      for (const { wrote, gone } of actors)
        for (const text of wrote) {
          const count = counts(text);
          assert.ok(count === 1 || (count === 0 && gone.has(text)), `${text} is there ${count} times`);
        }
      for (const { page } of [ada, mate]) {
        let found: string[] = [];
        await until(
          async () => {
            const fresh = registeredState(await page.evaluate(registerAnew, registrations.get(page)!));
            found = compare(restoredState(JSON.parse(await page.evaluate(storedByPage)))!, fresh);
            found.push(...(await differentMessages(page, channelId)));
            return found.length === 0;
          },
          'the page to be as a fresh registration',
          60,
        ).catch((error) => {
          throw new Error(`${error}: ${found.slice(0, 20).join('\n')}`);
        });
      }
    } finally {
      await chromium[Symbol.asyncDispose]();
    }
  },
);

/** Differences of what a page stored, which has no subscribers, from a fresh registration. */
function compare(applied: ChatState, fresh: ChatState): string[] {
  return differences({ ...applied, subscribers: fresh.subscribers }, fresh);
}

/** Messages that a page shows of the topic, beside those that the server has. Windows of an earlier visit are fetched when they are opened. */
async function differentMessages(page: Page, channelId: number): Promise<string[]> {
  const { messages, windows } = JSON.parse(await page.evaluate(storedByPage)) as StoredState;
  const fetched = windows.filter(([, { isStale }]) => !isStale);
  const ids = new Set(fetched.flatMap(([, { ranges }]) => ranges.flatMap((range) => range.ids)));
  const ofTopic = messages.filter(({ stream_id, subject }) => stream_id === channelId && subject === 'gates');
  const shown = ofTopic.filter(({ id }) => ids.has(id));
  const fresh = new Map((await page.evaluate(fetchMessages, channelId)).map((each) => [each.id, each]));
  const shownOf = ({ content, subject, reactions, flags }: Message) =>
    JSON.stringify([
      ...[content, subject],
      reactions.map(({ user_id, emoji_name }) => `${user_id} ${emoji_name}`).sort(),
      [...flags!].filter((flag) => flag === 'read' || flag === 'starred').sort(),
    ]);
  return shown.flatMap((each) => {
    const other = fresh.get(each.id);
    const [one, two] = [shownOf(each), other && shownOf(other)];
    return one === two ? [] : [`message ${each.id}: ${one} on the page, ${two} fetched`];
  });
}

/* In the page: */

async function setEnterSends(): Promise<void> {
  const body = new URLSearchParams({ enter_sends: 'false' });
  await fetch('/api/v1/settings', { method: 'PATCH', body });
}

async function registerAnew(body: string): Promise<RegisterQueueAnswer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await fetch('/api/v1/register', { method: 'POST', headers, body })).json();
}

async function fetchMessages(channelId: number): Promise<Message[]> {
  const narrow = JSON.stringify([{ operator: 'channel', operand: channelId }]);
  const query = new URLSearchParams({ anchor: 'newest', num_before: '5000', num_after: '0', narrow });
  return (await (await fetch(`/api/v1/messages?${query}`)).json()).messages;
}

/** State that the page stores when it is hidden, as JSON. */
async function storedByPage(): Promise<string> {
  for (const isHidden of [true, false]) {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('hubbub-chat');
    opening.onsuccess = () => resolve(opening.result);
  });
  const all = <T>(name: string) =>
    new Promise<T[]>((resolve) => {
      const reading = db.transaction(name).objectStore(name).getAll();
      reading.onsuccess = () => resolve(reading.result);
    });
  const [account] = await all<{ key: CryptoKey }>('account');
  const copies = await all<{ name: string; sealed: { iv: BufferSource; bytes: BufferSource } }>('copies');
  db.close();
  const { iv, bytes } = copies.find(({ name }) => name === 'state')!.sealed;
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, account!.key, bytes));
}
