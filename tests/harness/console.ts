import assert from 'node:assert/strict';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { doActivateAdministrator } from '../../src/dispatch/administrators/actions.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { hashPassword } from '../../src/platform/people/passwords.ts';
import type { Chromium } from './chromium.ts';
import { type Answer, ChatClient, DispatchClient, until } from './clients.ts';
import { destinationAt } from './fleet.ts';
import type { TestServer } from './server.ts';

const PASSWORD = 'correct horse battery staple';

let phones = 0;

/** An organization with a team, North, and the console that its owner looks at. */
export class TestConsole {
  readonly server: TestServer;
  readonly chromium: Chromium;
  readonly organization: CreatedOrganization;
  readonly api: DispatchClient;
  readonly team: string;

  private constructor(server: TestServer, chromium: Chromium, organization: CreatedOrganization, team: string) {
    this.server = server;
    this.chromium = chromium;
    this.organization = organization;
    this.api = new DispatchClient(organization.dispatch);
    this.team = team;
  }

  static async start(server: TestServer, chromium: Chromium): Promise<TestConsole> {
    const organization = await server.organization();
    const api = new DispatchClient(organization.dispatch);
    const [admin] = (await api.get('/admins')).json;
    const team = await api.post('/teams', { name: 'North', workers: [], managers: [admin.id] });
    assert.equal(team.status, 200, team.text);
    // The organization is elsewhere than the browsers of tests, whose pages would offer to change that.
    const chat = new ChatClient(organization.chat);
    for (const path of ['/settings', '/realm/user_settings_defaults'])
      assert.equal((await chat.patch(path, { web_suggest_update_timezone: false })).status, 200);
    return new TestConsole(server, chromium, organization, team.json.id);
  }

  /** Returns the same in another browser. */
  in(chromium: Chromium): TestConsole {
    return new TestConsole(this.server, chromium, this.organization, this.team);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  async must(asked: Promise<Answer>): Promise<any> {
    const answer = await asked;
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  /** Whoever looks at it: the owner, where nobody else is named. */
  async signedIn(options?: BrowserContextOptions, email = this.organization.chat.email): Promise<BrowserContext> {
    const { server } = this;
    const profile = await this.chromium.profile({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      // Tests that catch requests of a page see none that pass a service worker.
      serviceWorkers: 'block',
      ...options,
    });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return profile;
  }

  /** An administrator who manages the team and no other, with the owner's password. */
  async manager(email: string): Promise<void> {
    const { services } = this.server;
    const [owner] = await this.must(this.api.get('/admins'));
    const { id } = await this.must(this.api.post('/admins', { name: 'Ada Manager', email }));
    const row = await services.database.reader.first(sql<{ personId: string }>`
      select person_id as "personId" from dispatch.administrators where id = ${id}`);
    const hash = await hashPassword(services, { organizationId: undefined }, PASSWORD);
    await services.database.transaction((tx) => doActivateAdministrator(tx, row!.personId, hash), {
      organizationId: this.organization.organization_id,
    });
    await this.must(this.api.put(`/teams/${this.team}`, { managers: [owner.id, id] }));
  }

  async open(profile: BrowserContext, path: string): Promise<Page> {
    const tab = await profile.newPage();
    await tab.goto(path);
    await tab.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    return tab;
  }

  /** A worker; with a place also on duty there. */
  async worker(name: string, place?: readonly [lon: number, lat: number]) {
    const { organization_id: organizationId } = this.organization;
    const phone = `+1415556${String(++phones).padStart(4, '0')}`;
    const made = await createWorkerForCli(this.server.services, { organizationId, team: 'North', name, phone });
    if (!place) return { id: made.worker_id, driver: undefined };
    const anyone = new DispatchClient({ url: this.server.url, token: 'nobody' });
    const { token } = await this.must(anyone.post('/driver/sign-in', { phone: made.phone, password: made.password }));
    const driver = new DispatchClient({ url: this.server.url, token });
    await this.must(driver.post('/driver/duty', { onDuty: true }));
    const time = this.server.clock.now().getTime();
    await this.must(driver.post('/driver/positions', { location: place, time }));
    return { id: made.worker_id, driver };
  }

  task(name: string, body: object = {}) {
    return this.must(
      this.api.post('/tasks', {
        destination: destinationAt(),
        recipients: [{ name, phone: `+1415557${String(++phones).padStart(4, '0')}` }],
        ...body,
      }),
    );
  }

  async tasksOf(workerId: string): Promise<string[]> {
    return (await this.must(this.api.get(`/containers/workers/${workerId}`))).tasks;
  }

  /** Whoever is told by the page, last. */
  toast(text: string | RegExp, tab: Page) {
    return tab.getByRole('status').filter({ hasText: text }).last();
  }

  /** Waits until what is asked for holds. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    await until(holds, what, 100);
  }
}
