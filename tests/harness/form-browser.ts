import assert from 'node:assert/strict';
import { CONTENT_SECURITY_POLICY, policyToApp, policyWithStylesheet } from '../../src/pages/http/headers.ts';

/** A field as a browser without script would send it. */
interface FormField {
  name: string;
  value: string;
  attributes: string;
}

interface Form {
  action: string;
  takesFiles: boolean;
  text: string;
  fields: FormField[];
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const plain = (text: string) => text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);
const attribute = (attributes: string, name: string) => {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : plain(value);
};

/** Browser without scripts: it stores cookies, follows redirects, and fills in the forms of a page. */
export class FormBrowser {
  readonly origin: string;
  readonly language: string;
  /** Address, status and content of the page. */
  url = '';
  status = 0;
  html = '';
  readonly cookies = new Map<string, string>();
  /** Cookies of other sites, by origin. */
  readonly #elsewhere = new Map<string, Map<string, string>>();

  constructor(origin: string, language = 'en') {
    this.origin = origin;
    this.language = language;
  }

  /** The words on the page. */
  get text(): string {
    const words = this.html.replaceAll(/<(?:title|head)[\s\S]*<\/head>/g, '').replaceAll(/<[^>]*>/g, ' ');
    return plain(words).replaceAll(/\s+/g, ' ').trim();
  }

  get title(): string {
    return plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(this.html)?.[1] ?? '');
  }

  /** Returns the target of a link on the page. */
  link(text: string): string {
    for (const [, href, inner] of this.html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g))
      if (plain(inner!).includes(text)) return plain(href!);
    throw new Error(`no link "${text}" on: ${this.text}`);
  }

  open(path: string): Promise<this> {
    return this.#go('GET', new URL(path, this.origin).href);
  }

  follow(text: string): Promise<this> {
    return this.goTo(this.link(text));
  }

  /** Goes on as by a link of the page that it is on. */
  goTo(href: string): Promise<this> {
    const url = new URL(href, this.url).href;
    return this.#go(
      'GET',
      url,
      undefined,
      new URL(this.url).origin === new URL(url).origin ? 'same-origin' : 'cross-site',
    );
  }

  /**
   * Fills in the form with this button and sends it.
   * @param values by field; each must be on the form; of a file its text
   */
  submit(button: string, values: Readonly<Record<string, string>> = {}): Promise<this> {
    const form = this.#forms().find(({ text }) => text.includes(button));
    assert.ok(form, `no form "${button}" on: ${this.text}`);
    const sent = new Map(form.fields.map(({ name, value }) => [name, value]));
    for (const [name, value] of Object.entries(values)) {
      const isKnown = sent.has(name) || new RegExp(`name="${name}"`).test(form.text);
      assert.ok(isKnown, `no field ${name} on: ${form.text}`);
      sent.set(name, value);
    }
    const action = new URL(form.action, this.url).href;
    const body = form.takesFiles ? multipart(form, sent) : new URLSearchParams([...sent]);
    return this.#go('POST', action, body, 'same-origin');
  }

  #forms(): Form[] {
    return [...this.html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes, inner]) => ({
      action: attribute(attributes!, 'action') ?? this.url,
      takesFiles: attribute(attributes!, 'enctype') === 'multipart/form-data',
      text: plain(inner!),
      fields: fieldsOf(inner!),
    }));
  }

  /** @param site what browsers say of where a request comes from (`Sec-Fetch-Site`); none: from no page */
  async #go(method: string, url: string, body?: URLSearchParams | FormData, site = 'none'): Promise<this> {
    const { origin } = new URL(url);
    const isOwn = origin === this.origin;
    const cookies = isOwn ? this.cookies : this.#cookiesOf(origin);
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      ...(body && { body }),
      headers: {
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        'accept-language': this.language,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': site,
        ...(body && { origin: this.origin }),
      },
    });
    for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie);
    const next = answer.headers.get('location');
    if (next !== null && /^https?:|^\//.test(next)) {
      if (isOwn) assert.equal(answer.headers.get('content-security-policy'), policyAt(url, answer, ''), url);
      return this.#go('GET', new URL(next, url).href, undefined, isOwn ? site : 'cross-site');
    }
    // Another scheme is an app's.
    this.url = next ?? url;
    this.status = answer.status;
    this.html = await answer.text();
    if (isOwn) assert.equal(answer.headers.get('content-security-policy'), policyAt(url, answer, this.html), url);
    if (isOwn && next === null) checkPage(this.html, answer);
    return this;
  }

  #cookiesOf(origin: string): Map<string, string> {
    const cookies = this.#elsewhere.get(origin) ?? new Map<string, string>();
    this.#elsewhere.set(origin, cookies);
    return cookies;
  }
}

/** The one stylesheet that a page may have in it; its policy allows this text and no other. */
const STYLE = /<style>([^<]*)<\/style>/;
/** Scripts that update a page which is complete without them. */
const SCRIPT = /<script type="module" src="\/pages\/[\w-]+\.js"><\/script>/g;

/** One page has a form that leads to an app, another has its stylesheet in it. */
function policyAt(url: string, { status }: Response, html: string): string {
  const [, style] = STYLE.exec(html) ?? [];
  if (style !== undefined) return policyWithStylesheet(style);
  const isToApp = new URL(url).pathname === '/sign-in/app' && status === 200;
  return isToApp ? policyToApp('zulip:') : CONTENT_SECURITY_POLICY;
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = ''] = cookie.split(';');
  const equals = pair.indexOf('=');
  const isGone = /;\s*max-age=0/i.test(cookie) || /;\s*expires=Thu, 01 Jan 1970/i.test(cookie);
  if (isGone) cookies.delete(pair.slice(0, equals));
  else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
}

function multipart({ fields }: Form, sent: ReadonlyMap<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of sent) {
    const isFile = fields.some((field) => field.name === name && /type="file"/.test(field.attributes));
    if (isFile) data.append(name, new Blob([value]), value === '' ? '' : 'people.csv');
    else data.append(name, value);
  }
  return data;
}

function fieldsOf(form: string): FormField[] {
  const inputs = [...form.matchAll(/<input([^>]*)>/g)]
    .map(([, attributes]) => attributes!)
    .filter((attributes) => !/type="(?:radio|checkbox)"/.test(attributes) || / checked/.test(attributes));
  const areas = [...form.matchAll(/<textarea([^>]*)>\n?([\s\S]*?)<\/textarea>/g)];
  const menus = [...form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)];
  const of = (attributes: string, value: string) => ({ name: attribute(attributes, 'name') ?? '', value, attributes });
  const chosen = (options: string) => {
    const [first = ''] = /<option[^>]*>/.exec(options) ?? [];
    const [selected = first] = /<option[^>]* selected[^>]*>/.exec(options) ?? [];
    return attribute(selected, 'value') ?? '';
  };
  return [
    ...inputs.map((attributes) => of(attributes, attribute(attributes, 'value') ?? '')),
    ...areas.map(([, attributes, value]) => of(attributes!, plain(value!))),
    ...menus.map(([, attributes, options]) => of(attributes!, chosen(options!))),
  ].filter(({ name }) => name !== '');
}

/** Bytes that a page may have (web.md, budgets); lists of all countries and time zones need more. */
const MAX_BYTES = 8192;
const MAX_BYTES_WITH_LISTS = 65_536;

/**
 * Checks the rules for every page: nothing inline, nothing cached, every field named and known to password managers.
 */
function checkPage(html: string, answer: Response): void {
  const { url, headers } = answer;
  // The document of an app, which needs scripts: here it is only where one was led.
  if (/^\/(?:dispatch|chat|driver|admin)\b/.test(new URL(url).pathname)) return;
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', url);
  assert.equal(headers.get('cache-control'), 'no-store', url);
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', url);
  const marked = html.replace(STYLE, '').replace(SCRIPT, '');
  assert.match(html, /^<!doctype html>\n<html lang="[\w-]+"[ >]/, url);
  assert.doesNotMatch(marked, /<script|<style|\sstyle=|\son[a-z]+=|javascript:/i, url);
  assert.equal(html.match(/<h1/g)?.length, 1, url);
  const most = html.includes('name="timezone"') ? MAX_BYTES_WITH_LISTS : MAX_BYTES;
  assert.ok(Buffer.byteLength(marked) <= most, `${url} has ${Buffer.byteLength(marked)} bytes`);
  for (const [, tag, attributes] of html.matchAll(/<(input|textarea|select)([^>]*)>/g)) {
    if (/type="(?:hidden|radio|checkbox)"/.test(attributes!)) continue;
    const id = attribute(attributes!, 'id');
    assert.ok(html.includes(`<label for="${id}"`), `${url}: <${tag}${attributes}> has no label`);
    if (!/type="file"/.test(attributes!)) assert.match(attributes!, /autocomplete="/, `${url}: <${tag}${attributes}>`);
  }
}
