import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { INJECTIONS } from '../../../tests/harness/injections.ts';
import { makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { Visitors } from '../../../tests/harness/visitors.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { publicHtml, publicText } from './message-html.ts';

describe('pages that everybody may read', () => {
  let server: TestServer & AsyncDisposable;
  let org: CreatedOrganization;
  let owner: ChatClient;
  let mara: Person;
  let news: number;
  let dock: number;
  let first: number;

  const must = async (asked: ReturnType<ChatClient['get']>) => {
    const answer = await asked;
    assert.equal(answer.json?.result, 'success', answer.text);
    return answer.json;
  };
  const channel = async (name: string, more: object = {}): Promise<number> =>
    (await must(owner.post('/channels/create', { name, subscribers: [mara.id, org.chat.user_id], ...more }))).id;
  const send = async (to: number, topic: string, content: string): Promise<number> =>
    (await must(mara.client.post('/messages', { type: 'channel', to, topic, content }))).id;
  const open = (path: string) => ReadPage.open(server.url + path);
  const robotsOf = async (path: string) => (await fetch(server.url + path)).headers.get('x-robots-tag');
  const topicPath = (topic: string, id = news) => `/public/c/${id}/t/${encodeURIComponent(topic)}`;

  before(async () => {
    server = await startTestServer();
    org = await server.organization({ ownerEmail: 'olive@couriers.example' });
    owner = new ChatClient(org.chat);
    mara = await makePerson(server, org, { name: 'Mara Member' });
    await must(owner.patch('/realm', { enable_spectator_access: true, description: 'Couriers of an invented town' }));
    news = await channel('news', { is_web_public: true, description: 'For **everybody**' });
    dock = await channel('dock');
    first = await send(news, 'gates / doors', 'bay 4 is **open**, see [the plan](https://plans.example/a?b=1&c=2)');
    await send(dock, 'inside', 'bay 5 is not');
    await must(mara.client.post('/messages', { type: 'direct', to: [org.chat.user_id], content: 'between us' }));
  });
  after(() => server[Symbol.asyncDispose]());

  test('channels, topics and messages, each at an address, with title and description', async () => {
    const channels = await open('/public');
    assert.deepEqual([channels.status, channels.title], [200, 'Public channels']);
    assert.ok(channels.html.includes('<meta name="description" content="Couriers of an invented town">'));
    const topics = await channels.follow('#news');
    assert.deepEqual([topics.title, new URL(topics.url).pathname], ['#news', `/public/c/${news}`]);
    assert.ok(topics.text.includes('For **everybody**') || topics.text.includes('For everybody'));
    const messages = await topics.follow('gates / doors');
    assert.equal(messages.title, 'gates / doors');
    assert.equal(new URL(messages.url).pathname, topicPath('gates / doors'));
    assert.ok(messages.html.includes('<meta name="description" content="bay 4 is open, see the plan">'), messages.html);
    assert.ok(messages.html.includes(`<link rel="canonical" href="${server.url}${topicPath('gates / doors')}">`));
    assert.ok(
      messages.html.includes(
        '<p>bay 4 is <strong>open</strong>, see <a href="https://plans.example/a?b=1&amp;c=2" rel="nofollow ugc noopener">the plan</a></p>',
      ),
      messages.html,
    );
    assert.ok(messages.text.includes('Mara Member'));
    assert.ok(!/<script/.test(messages.html));
    const signIn = await messages.follow('Sign in to answer');
    assert.equal(new URL(signIn.url).pathname, '/sign-in');
    for (const { html } of [
      await open('/public'),
      await open(`/public/c/${news}`),
      await open(topicPath('gates / doors')),
    ])
      for (const hidden of [mara.email, org.chat.email, 'dock', 'bay 5', 'between us'])
        assert.ok(!html.includes(hidden), hidden);
  });

  test('what is not public looks like what does not exist', async () => {
    const missing = await open('/public/c/999999999');
    assert.equal(missing.status, 404);
    for (const path of [
      `/public/c/${dock}`,
      topicPath('inside', dock),
      topicPath('inside'),
      topicPath('nothing'),
      `/public/c/${news}/t`,
      `/public/c/${news}x`,
      '/public/c/-1',
      '/public/c/1e3',
      `${topicPath('gates / doors')}?from=999999999`,
    ]) {
      const page = await open(path);
      assert.equal(page.status, 404, path);
      assert.equal(page.text.replace(/Request \S+/, ''), missing.text.replace(/Request \S+/, ''), path);
    }
    for (const odd of ['?from=-1', '?from=x', '?to=1.5', '?from=99999999999999999999'])
      assert.equal((await open(topicPath('gates / doors') + odd)).status, 200, odd);
    assert.equal((await open(`/public/c/${news}?before=x`)).status, 200);
    assert.equal((await open(`/public/c/${news}/t/%00`)).status, 404);
  });

  test('long topics are read page by page, in both directions', async () => {
    const ids = [];
    for (let n = 0; n < 120; n++) ids.push(await send(news, 'long', `line ${n}`));
    const shown = ({ html }: ReadPage) => [...html.matchAll(/id="message-(\d+)"/g)].map(([, id]) => Number(id));
    const start = await open(topicPath('long'));
    assert.deepEqual(shown(start), ids.slice(0, 50));
    assert.ok(!start.text.includes('Earlier messages'));
    const middle = await start.follow('Later messages');
    assert.deepEqual(shown(middle), ids.slice(50, 100));
    const end = await middle.follow('Later messages');
    assert.deepEqual(shown(end), ids.slice(100));
    assert.ok(!end.text.includes('Later messages'));
    const back = await end.follow('Earlier messages');
    assert.deepEqual(shown(back), ids.slice(50, 100));
    assert.deepEqual(shown(await back.follow('Earlier messages')), ids.slice(0, 50));
  });

  test('what a spoiler hides is on the page, and not in its description', async () => {
    await send(news, 'ending', 'Who was it?\n```spoiler Open me\nThe gardener\n```');
    const { html, text } = await open(topicPath('ending'));
    assert.ok(html.includes('<meta name="description" content="Who was it? Open me">'), html.slice(0, 1500));
    assert.ok(text.includes('The gardener'));
  });

  test('many topics are listed page by page, the newest first', async () => {
    const many = await channel('archive', { is_web_public: true });
    for (let n = 0; n < 102; n++) await send(many, `topic ${n}`, 'x');
    const shown = ({ html }: ReadPage) => [...html.matchAll(/dir="auto">topic (\d+)</g)].map(([, n]) => Number(n));
    const start = await open(`/public/c/${many}`);
    assert.deepEqual(
      shown(start),
      Array.from({ length: 100 }, (_, n) => 101 - n),
    );
    const end = await start.follow('Older topics');
    assert.deepEqual(shown(end), [1, 0]);
    assert.ok(!end.text.includes('Older topics'));
  });

  test('search engines list nothing, unless an owner says so, and then each topic once', async () => {
    const path = topicPath('gates / doors');
    assert.equal(await robotsOf(path), 'noindex');
    const { json } = await mara.client.patch('/realm', { allow_search_engines: true });
    assert.equal(json.result, 'error');
    await must(owner.patch('/realm', { allow_search_engines: true }));
    assert.equal(await robotsOf(path), null);
    assert.equal(await robotsOf('/public'), null);
    assert.equal(await robotsOf(`${path}?from=${first}`), 'noindex');
    assert.equal(await robotsOf(`/public/c/${dock}`), 'noindex');
    assert.equal(await robotsOf('/sign-in'), 'noindex');
    await must(owner.patch('/realm', { allow_search_engines: false }));
    assert.equal(await robotsOf(path), 'noindex');
  });

  test('whoever is signed in comes to the same place in the app', async () => {
    const visitors = new Visitors(server, org);
    const { cookies } = await visitors.signedIn();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const placeOf = async (path: string) =>
      (await fetch(server.url + path, { headers: { cookie }, redirect: 'manual' })).headers.get('location');
    assert.equal(await placeOf('/public'), '/chat');
    assert.equal(await placeOf(`/public/c/${news}`), `/chat/c/${news}`);
    assert.equal(await placeOf(topicPath('gates / doors')), `/chat/c/${news}/t/gates%20%2F%20doors`);
    assert.equal(
      await placeOf(`${topicPath('gates / doors')}?from=${first}`),
      `/chat/c/${news}/t/gates%20%2F%20doors/near/${first}`,
    );
    assert.equal(await placeOf(`/public/c/${dock}`), null, 'what is not public has no such address');
    // The sign-in that a page offers leads back to its address, and so into the app.
    const signIn = await (await open(topicPath('gates / doors'))).follow('Sign in to answer');
    assert.equal(new URL(signIn.url).searchParams.get('to'), topicPath('gates / doors'));
  });

  test('names and messages that would run, load or deceive do not', async () => {
    for (const [n, injection] of INJECTIONS.entries()) {
      await send(news, 'hostile', injection);
      if (n < 8) await send(news, injection.slice(0, 60), 'x');
    }
    await send(news, 'hostile', '$$x^2$$ :bike: ```spoiler Who\nMe\n```');
    const evil = await channel('<b onclick=x>"x', {
      is_web_public: true,
      description: '"><script>1</script>',
    });
    const pages = [await open('/public'), await open(`/public/c/${news}`), await open(`/public/c/${evil}`)];
    for (let page = await open(topicPath('hostile')); ; page = await page.follow('Later messages')) {
      pages.push(page);
      harmless(page.html);
      if (!page.text.includes('Later messages')) break;
    }
    for (const { html, status } of pages) {
      assert.equal(status, 200);
      harmless(html);
    }
  });

  test('switched off, everything is gone at once, also a channel that is public no more', async () => {
    const path = topicPath('gates / doors');
    const off = await channel('brief', { is_web_public: true });
    await send(off, 'x', 'y');
    assert.equal((await open(topicPath('x', off))).status, 200);
    await must(owner.patch(`/streams/${off}`, { is_web_public: false, is_private: false }));
    assert.equal((await open(topicPath('x', off))).status, 404);
    assert.ok(!(await open('/public')).text.includes('brief'));
    await must(owner.patch('/realm', { enable_spectator_access: false }));
    for (const each of ['/public', `/public/c/${news}`, path]) assert.equal((await open(each)).status, 404);
    await must(owner.patch('/realm', { enable_spectator_access: true }));
    assert.equal((await open(path)).status, 200);
    assert.equal((await fetch(server.url + path)).headers.get('cache-control'), 'no-store');
  });

  test('an address reads so much and no more', async () => {
    await using limited = await startTestServer({ rateLimits: true, chatRequestsPerMinute: 5 });
    const { chat } = await limited.organization();
    const client = new ChatClient(chat);
    await must(client.patch('/realm', { enable_spectator_access: true }));
    const create = { name: 'news', subscribers: [chat.user_id], is_web_public: true };
    const { id } = await must(client.post('/channels/create', create));
    await must(client.post('/messages', { type: 'channel', to: id, topic: 'x', content: 'y' }));
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await fetch(`${limited.url}/public/c/${id}/t/x`));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 429],
    );
    assert.ok(Number(answers.at(-1)!.headers.get('retry-after')) > 0);
  });
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A page as a reader without scripts has it. */
class ReadPage {
  readonly url: string;
  readonly status: number;
  readonly html: string;

  private constructor(url: string, status: number, html: string) {
    this.url = url;
    this.status = status;
    this.html = html;
  }

  static async open(address: string | URL): Promise<ReadPage> {
    const answer = await fetch(address);
    return new ReadPage(answer.url, answer.status, await answer.text());
  }

  get text(): string {
    return plain(this.html.slice(this.html.indexOf('<body>')));
  }

  get title(): string {
    return plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(this.html)?.[1] ?? '');
  }

  follow(text: string): Promise<ReadPage> {
    for (const [, href, inner] of this.html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g))
      if (plain(inner!).includes(text)) return ReadPage.open(new URL(plain(href!), this.url));
    throw new Error(`no link "${text}" on ${this.url}`);
  }
}

/** Looks for what runs, loads from elsewhere or needs a style, in tags alone: in a text it is a text. */
function harmless(html: string): void {
  const body = html.slice(html.indexOf('<main>'));
  for (const [tag] of body.matchAll(/<[a-z][^>]*>/gi)) {
    assert.doesNotMatch(tag, /^<(?:script|style|iframe|object|embed|svg|form|base|meta|video|template|noscript)/i, tag);
    const attributes = tag.replaceAll(/"[^"]*"/g, '""');
    assert.doesNotMatch(attributes, /\s(?:on\w+|style|target|srcset|formaction)=/i, tag);
    assert.doesNotMatch(tag, /(?:href|src)="\s*(?:javascript|data|vbscript):/i, tag);
    assert.doesNotMatch(tag, /src="(?!\/(?![/\\]))/i, tag);
  }
}

describe('HTML of messages for everybody', () => {
  for (const injection of INJECTIONS) test(injection, () => harmless(`<main>${publicHtml(injection).text}`));

  for (const [name, html, expected] of [
    ['known elements', '<p>a <strong class="x" id="y">b</strong><br>c</p>', '<p>a <strong>b</strong><br>c</p>'],
    ['unclosed ones', '<p>a <em>b', '<p>a <em>b</em></p>'],
    ['an end of nothing', 'a</div></main>b', 'ab'],
    ['headings are below those of the page', '<h1>a</h1>', '<h3>a</h3>'],
    ['signs', 'a &lt;b&gt; &amp;amp; &quot;', 'a &lt;b&gt; &amp;amp; &quot;'],
    ['an emoji', '<span class="emoji emoji-1f6b2" title="bike">:bike:</span>', '🚲'],
    ['a picture of ours', '<img src="/user_uploads/1/a.png" alt="a">', '<img src="/user_uploads/1/a.png" alt="a">'],
    ['a picture from elsewhere', '<img src="https://x.example/a.png" alt="a">', 'a'],
    [
      'a link within the chat',
      '<a href="/#narrow/channel/7-x">x</a>',
      '<a href="/chat/#narrow/channel/7-x" rel="nofollow ugc noopener">x</a>',
    ],
    [
      'a spoiler',
      '<div class="spoiler-block"><div class="spoiler-header"><p>Who</p></div><div class="spoiler-content"><p>Me</p></div></div>',
      '<details><summary><p>Who</p></summary><div><p>Me</p></div></details>',
    ],
    [
      'a formula',
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation>x</annotation></semantics></math></span><span class="katex-html" style="a">x</span></span>',
      '<span><span><math><semantics><mi>x</mi></semantics></math></span></span>',
    ],
  ] as const)
    test(name, () => assert.equal(publicHtml(html).text, expected));

  test('a moment is told as the page tells its own, unless it is none', () => {
    const written = (html: string) => publicHtml(html, (at) => `<${at.getUTCFullYear()}>`).text;
    assert.equal(
      written('<p><time datetime="2030-01-02T10:00:00Z"><b>x</b></time> on</p>'),
      '<p><time datetime="2030-01-02T10:00:00Z">&lt;2030&gt;</time> on</p>',
    );
    assert.equal(written('<time datetime="soon">soon</time>'), '<time datetime="soon">soon</time>');
    assert.equal(written('<time>soon</time>'), '<time>soon</time>');
  });

  test('its words without what a spoiler hides, which may hold another', () => {
    const spoiler = (header: string, content: string) =>
      `<div class="spoiler-block"><div class="spoiler-header">\n<p>${header}</p></div>` +
      `<div class="spoiler-content" aria-hidden="true">\n<p>${content}</p></div></div>`;
    assert.equal(publicText(`<p>a</p>${spoiler('Who', `Me ${spoiler('Why', 'x')} y`)}<p>b</p>`, 50), 'a Who b');
  });

  test('its words in one line', () => {
    assert.equal(publicText('<p>a &amp; <b>b</b></p><p>c</p>', 20), 'a & b c');
    assert.equal(publicText(`<p>${'🚲'.repeat(30)}</p>`, 10), `${'🚲'.repeat(9)}…`);
  });
});
