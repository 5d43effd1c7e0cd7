import assert from 'node:assert/strict';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { listOutbox } from '../../src/platform/outbound/outbox.ts';
import { ChatClient, until } from './clients.ts';
import { FormBrowser } from './form-browser.ts';
import type { TestServer } from './server.ts';

export const PASSWORD = 'correct horse battery staple';
export const NEXT_PASSWORD = 'a much better phrase';

/** The people of one organization, as they come by browsers without script. */
export class Visitors {
  readonly server: TestServer;
  readonly org: CreatedOrganization;
  readonly owner: ChatClient;
  readonly #seen = new Set<string>();

  constructor(server: TestServer, org: CreatedOrganization) {
    this.server = server;
    this.org = org;
    this.owner = new ChatClient(org.chat);
  }

  browse = (language?: string): FormBrowser => new FormBrowser(this.server.url, language);

  signedIn = async (emailOrPhone = this.org.chat.email, password = PASSWORD): Promise<FormBrowser> => {
    const browser = await this.browse().open('/sign-in');
    return browser.submit('Continue', { emailOrPhone, password });
  };

  /** Makes a person of the chat who can sign in. */
  person = async (name: string): Promise<string> => {
    const email = `${name}@couriers.example`;
    const { json } = await this.owner.post('/users', { email, full_name: `${name} person`, password: PASSWORD });
    assert.equal(json.result, 'success', json.msg);
    return email;
  };

  /** Returns the messages to an address or phone, newest first. */
  sent = async (to: string) => {
    const { reader } = this.server.services.database;
    return (await listOutbox(reader, this.org.organization_id)).filter(({ recipient }) => recipient === to);
  };

  /** The path of the newest link to a page that was sent somewhere. */
  sentLink = async (to: string, page: string): Promise<string> => {
    const mail = (await this.sent(to)).find(({ body }) => body.includes(`/${page}/`));
    assert.ok(mail, `no /${page}/ was sent to ${to}`);
    return linkIn(mail.body);
  };

  /** Asks for a new password; gives the path that is mailed. */
  resetLink = async (email: string): Promise<string> => {
    const links = async () => (await this.sent(email)).filter(({ body }) => body.includes('/reset/'));
    const before = (await links()).length;
    await (await this.browse().open('/reset')).submit('Send link', { email });
    await until(async () => (await links()).length > before, 'the mail');
    const paths = (await links()).map(({ body }) => linkIn(body));
    return paths.find((path) => !this.#seen.has(path) && this.#seen.add(path))!;
  };
}

/** The path of the first link of a text. */
export const linkIn = (text: string): string => new URL(/http\S+/.exec(text)![0]).pathname;
