import assert from 'node:assert/strict';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import type { Chromium } from './chromium.ts';
import { type Answer, DispatchClient, until } from './clients.ts';
import { destinationAt } from './fleet.ts';
import type { RawTab } from './raw-chromium.ts';
import type { TestServer } from './server.ts';

/** A phone of today, upright. */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

let phones = 0;

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
async function must(asked: Promise<Answer>): Promise<any> {
  const answer = await asked;
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Stored form of an action on a phone. */
interface PhoneAction {
  action: object;
  title?: string;
  madeAt?: number;
  /** A photo that goes with it, in base64. */
  photo?: string;
}

/** An organization with a team, whose drivers have phones. */
export class DriverFleet {
  readonly server: TestServer;
  readonly chromium: Chromium;
  readonly organizationId: string;
  readonly api: DispatchClient;

  private constructor(server: TestServer, chromium: Chromium, organizationId: string, api: DispatchClient) {
    this.server = server;
    this.chromium = chromium;
    this.organizationId = organizationId;
    this.api = api;
  }

  static async start(server: TestServer, chromium: Chromium): Promise<DriverFleet> {
    const organization = await server.organization();
    const api = new DispatchClient(organization.dispatch);
    const [admin] = await must(api.get('/admins'));
    await must(api.post('/teams', { name: 'North', workers: [], managers: [admin.id] }));
    return new DriverFleet(server, chromium, organization.organization_id, api);
  }

  /** Returns the same with phones in another browser. */
  in(chromium: Chromium): DriverFleet {
    return new DriverFleet(this.server, chromium, this.organizationId, this.api);
  }

  driver(name: string) {
    const phone = `+1415558${String(++phones).padStart(4, '0')}`;
    return createWorkerForCli(this.server.services, {
      organizationId: this.organizationId,
      team: 'North',
      name,
      phone,
    });
  }

  /** A task of a driver's. */
  async task(workerId: string, body: object = {}): Promise<string> {
    const destination = destinationAt();
    const container = { type: 'WORKER', worker: workerId };
    return (await must(this.api.post('/tasks', { destination, container, ...body }))).id;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  read(taskId: string): Promise<any> {
    return must(this.api.get(`/tasks/${taskId}`));
  }

  /** Waits until what is asked for holds. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    await until(holds, what, 100);
  }

  /** A browser on a phone. */
  phone(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.chromium.profile({ baseURL: this.server.url, ...PHONE, ...options });
  }

  async signIn(phone: BrowserContext, { phone: number, password }: { phone: string; password: string }): Promise<void> {
    const answer = await phone.request.post('/api/session', {
      headers: { origin: this.server.url, 'sec-fetch-site': 'same-origin' },
      data: { phone: number, password },
    });
    assert.equal(answer.status(), 200, await answer.text());
  }
}

/** Opens the app, and waits until the phone has all of it. */
export async function openDriver(phone: BrowserContext, path = '/driver/sent'): Promise<Page> {
  const tab = await phone.newPage();
  await tab.goto(path);
  await tab.getByRole('navigation').waitFor();
  await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return tab;
}

/** Hands the app's service worker a push, as a browser does that has read one. */
export async function deliverPush(origin: string, tab: Page, data: string): Promise<void> {
  const devtools = await tab.context().newCDPSession(tab);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data });
}

/** Returns what is filled in and not done yet, as it lies on the phone: JSON, one after the other. */
export function draftsOnPhone(tab: Page): Promise<string> {
  return tab.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('hubbub-driver'));
    const { key } = await done(db.transaction('account').objectStore('account').get('here'));
    const copies = await done(db.transaction('copies').objectStore('copies').getAll());
    db.close();
    const drafts = copies.filter(({ name }) => name.startsWith('draft '));
    const texts = drafts.map(async ({ sealed: { iv, bytes } }) =>
      new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)),
    );
    return (await Promise.all(texts)).join();
  });
}

/**
 * Puts actions on the phone as the first version of the app wrote them (format 1), and wakes the app: what is written here is
 * what every later version has to read.
 */
export function keepOnPhone(tab: Page | RawTab, actions: readonly PhoneAction[]): Promise<void> {
  const keep = async (given: readonly PhoneAction[]): Promise<void> => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('hubbub-driver'));
    const { workerId, key } = await done(db.transaction('account').objectStore('account').get('here'));
    const seal = async (plain: BufferSource) => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) };
    };
    const records = await Promise.all(
      given.map(async ({ action: what, title = '', madeAt = Date.now(), photo }) => {
        const picture = photo === undefined ? undefined : Uint8Array.from(atob(photo), (char) => char.charCodeAt(0));
        const file = picture && { id: crypto.randomUUID(), kind: 'photo', size: picture.length };
        const action = {
          id: crypto.randomUUID(),
          deed: what,
          madeAt,
          title,
          files: file ? [file] : [],
          stage: 'saved',
        };
        return {
          file: file && { ...file, workerId, taskId: '', sealed: await seal(picture!) },
          action: {
            id: action.id,
            workerId,
            sealed: await seal(new TextEncoder().encode(JSON.stringify({ format: 1, action }))),
          },
        };
      }),
    );
    const transaction = db.transaction(['actions', 'files'], 'readwrite');
    for (const { file, action } of records) {
      if (file) transaction.objectStore('files').add(file);
      transaction.objectStore('actions').add(action);
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    db.close();
    new BroadcastChannel('driver actions').postMessage('changed');
  };
  return (tab as RawTab).evaluate(keep, actions);
}

/** The same of where the phone was, a point a second. */
export function keepPositions(tab: Page, points: readonly object[]): Promise<void> {
  return tab.evaluate(async (given) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('hubbub-driver'));
    const { workerId, key } = await done(db.transaction('account').objectStore('account').get('here'));
    const records = await Promise.all(
      given.map(async (point) => {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const plain = new TextEncoder().encode(JSON.stringify(point));
        return { workerId, sealed: { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) } };
      }),
    );
    const transaction = db.transaction('positions', 'readwrite');
    for (const record of records) transaction.objectStore('positions').add(record);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    db.close();
    dispatchEvent(new Event('online'));
  }, points);
}

/** All that can be read of the phone's database by whoever has the phone and not the key. */
export function readableOnPhone(tab: Page): Promise<string> {
  return tab.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('hubbub-driver'));
    const names = [...db.objectStoreNames];
    const all = await Promise.all(names.map((name) => done(db.transaction(name).objectStore(name).getAll())));
    db.close();
    const text = new TextDecoder('latin1');
    return JSON.stringify(all, (_name, value) => {
      if (value instanceof CryptoKey) return 'A KEY';
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return text.decode(value);
      return value;
    });
  });
}
