import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directoryOf, pictureAddress } from './directory.fixture.ts';
import { appendSite, type RenderOptions, renderMessage, type UploadPreview } from './index.ts';
import { checkHtml } from './strict-html.fixture.ts';

const directory = directoryOf({
  users: [{ id: 7, fullName: 'Ann Adler' }],
  groups: [{ id: 3, name: 'night shift' }],
  channels: [{ id: 5, name: 'depot' }],
});

const picture = (preview: 'waiting' | 'made', frames = 1): UploadPreview => ({
  contentType: frames > 1 ? 'image/gif' : 'image/png',
  picture: { width: 40, height: 30, frames, preview },
});
const options: RenderOptions = {
  realmUrl: 'https://chat.example.com',
  pictureAddress,
  customEmoji: new Map([['van', '/user_avatars/2/emoji/images/9.png']]),
  uploads: new Map([
    ['2/a/s/plan.png', picture('made')],
    ['2/a/s/film.gif', picture('made', 3)],
    ['2/a/s/new.png', picture('waiting')],
    ['2/a/s/horn.mp3', { contentType: 'audio/mpeg', picture: null }],
    ['2/a/s/tour.mp4', { contentType: 'video/mp4', picture: null }],
  ]),
};

const facts = (type = 'png') => `data-original-content-type="image/${type}" data-original-dimensions="40x30"`;
const at = '/user_uploads/2/a/s';
const thumbnail = '/user_uploads/thumbnail/2/a/s';
const loader = '/static/images/loading/loader-black.svg';
const elsewhere = 'https://pictures.example/a.png';
const video = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';

/** Each shape of HTML that the mobile app knows, with what is typed for it. */
const SHAPES: Record<string, [content: string, html: string | RegExp]> = {
  br: ['a\nb', '<p>a<br>\nb</p>'],
  strong: ['**a**', '<p><strong>a</strong></p>'],
  del: ['~~a~~', '<p><del>a</del></p>'],
  em: ['*a*', '<p><em>a</em></p>'],
  'code in a line': ['`a`', '<p><code>a</code></p>'],
  a: ['[a](https://x.example)', '<p><a href="https://x.example">a</a></p>'],
  'a.stream': [
    '#**depot**',
    /^<p><a class="stream" data-stream-id="5" href="\/#narrow\/channel\/5-depot">#depot<\/a><\/p>$/,
  ],
  'a.stream-topic': [
    '#**depot>gate**',
    /^<p><a class="stream-topic" data-stream-id="5" href="[^"]+">#depot &gt; gate<\/a><\/p>$/,
  ],
  'a.message-link': [
    '#**depot>gate@12**',
    /^<p><a class="message-link" href="[^"]+\/near\/12">#depot &gt; gate @ 💬<\/a><\/p>$/,
  ],
  'span.user-mention': ['@**Ann Adler**', '<p><span class="user-mention" data-user-id="7">@Ann Adler</span></p>'],
  'span.user-mention.silent': [
    '@_**Ann Adler**',
    '<p><span class="user-mention silent" data-user-id="7">Ann Adler</span></p>',
  ],
  'span.user-group-mention': [
    '@*night shift*',
    '<p><span class="user-group-mention" data-user-group-id="3">@night shift</span></p>',
  ],
  'span.user-group-mention.silent': [
    '@_*night shift*',
    '<p><span class="user-group-mention silent" data-user-group-id="3">night shift</span></p>',
  ],
  'span.user-mention.channel-wildcard-mention': [
    '@**all**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>',
  ],
  'span.topic-mention': ['@**topic**', '<p><span class="topic-mention">@topic</span></p>'],
  time: ['<time:2026-11-22T08:00:00Z>', '<p><time datetime="2026-11-22T08:00:00Z">2026-11-22T08:00:00Z</time></p>'],
  'span.emoji': [
    ':smile:',
    '<p><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
  ],
  'img.emoji': [':van:', '<p><img alt=":van:" class="emoji" src="/user_avatars/2/emoji/images/9.png" title="van"></p>'],
  'img.inline-image': [
    `![p](${at}/plan.png)`,
    `<p><img alt="p" class="inline-image" ${facts()} data-original-src="${at}/plan.png" src="${thumbnail}/plan.png/840x560.webp"></p>`,
  ],
  'img.inline-image, waiting': [
    `![p](${at}/new.png)`,
    `<p><img alt="p" class="inline-image image-loading-placeholder" ${facts()} data-original-src="${at}/new.png" src="${loader}"></p>`,
  ],
  'img.inline-image of a picture elsewhere': [
    `![p](${elsewhere})`,
    `<p><img alt="p" class="inline-image" data-original-src="${elsewhere}" src="${pictureAddress(elsewhere)}"></p>`,
  ],
  audio: [
    `![h](${at}/horn.mp3)`,
    `<p><audio controls="" preload="metadata" src="${at}/horn.mp3" title="h"></audio></p>`,
  ],
  'span.katex': [
    '$$x$$',
    /^<p><span class="katex"><span class="katex-mathml">.*<span class="katex-html" aria-hidden="true">/,
  ],
  'span.tex-error': ['$$\\wrong$$', '<p><span class="tex-error">$$\\wrong$$</span></p>'],
  p: ['a\n\nb', '<p>a</p>\n<p>b</p>'],
  headings: [
    [1, 2, 3, 4, 5, 6].map((n) => `${'#'.repeat(n)} a`).join('\n'),
    [1, 2, 3, 4, 5, 6].map((n) => `<h${n}>a</h${n}>`).join('\n'),
  ],
  hr: ['---', '<hr>'],
  blockquote: ['> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
  'ul, li': ['- a', '<ul>\n<li>a</li>\n</ul>'],
  'ol with a start': ['4. a', '<ol start="4">\n<li>a</li>\n</ol>'],
  table: [
    '|a|b|\n|:-|-:|\n|c|d|',
    '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: right;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">c</td>\n<td style="text-align: right;">d</td>\n</tr>\n</tbody>\n</table>',
  ],
  'div.spoiler-block': [
    '```spoiler a\nb\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>a</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>b</p>\n</div></div>',
  ],
  'div.codehilite': ['```\na\n```', '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>'],
  'div.codehilite with classes': [
    '```py\nreturn 1\n```',
    /^<div class="codehilite" data-code-language="Python"><pre><span><\/span><code><span class="k">return<\/span> <span class="m[a-z]?">1<\/span>\n<\/code><\/pre><\/div>$/,
  ],
  'div.message_inline_image': [
    `[p](${at}/plan.png)`,
    `<p><a href="${at}/plan.png">p</a></p>\n<div class="message_inline_image"><a href="${at}/plan.png" title="plan.png"><img ${facts()} src="${thumbnail}/plan.png/840x560.webp"></a></div>`,
  ],
  'div.message_inline_image of a moving picture': [
    `[f](${at}/film.gif)`,
    `<p><a href="${at}/film.gif">f</a></p>\n<div class="message_inline_image"><a href="${at}/film.gif" title="film.gif"><img data-animated="true" ${facts('gif')} src="${thumbnail}/film.gif/840x560-anim.webp"></a></div>`,
  ],
  'div.message_inline_image, waiting': [
    `[p](${at}/new.png)`,
    `<p><a href="${at}/new.png">p</a></p>\n<div class="message_inline_image"><a href="${at}/new.png" title="new.png"><img class="image-loading-placeholder" ${facts()} src="${loader}"></a></div>`,
  ],
  'div.message_inline_image of a picture elsewhere': [
    `[p](${elsewhere})`,
    `<p><a href="${elsewhere}">p</a></p>\n<div class="message_inline_image"><a href="${elsewhere}"><img src="${pictureAddress(elsewhere)}"></a></div>`,
  ],
  // Its address stays: zulip-terminal shows no previews, and the message would be empty there (src/chat/markdown/README.md).
  'div.message_inline_image of an address alone': [
    elsewhere,
    `<p><a href="${elsewhere}">${elsewhere}</a></p>\n<div class="message_inline_image"><a href="${elsewhere}"><img src="${pictureAddress(elsewhere)}"></a></div>`,
  ],
  'div.message_inline_video': [
    `[f](${at}/tour.mp4)`,
    `<p><a href="${at}/tour.mp4">f</a></p>\n<div class="message_inline_image message_inline_video"><a href="${at}/tour.mp4" title="tour.mp4"><video preload="none" src="${at}/tour.mp4"></video></a></div>`,
  ],
  'div.youtube-video': [
    video,
    `<p><a href="${video}">${video}</a></p>\n<div class="youtube-video message_inline_image"><a data-id="aqz-KE-bpKQ" href="${video}"><img src="${pictureAddress('https://i.ytimg.com/vi/aqz-KE-bpKQ/mqdefault.jpg')}"></a></div>`,
  ],
  'span.katex-display': ['```math\nx\n```', /^<p><span class="katex-display"><span class="katex">/],
};

for (const [name, [content, html]] of Object.entries(SHAPES)) {
  test(`the shape ${name}`, () => {
    const rendered = renderMessage(content, directory, options).html;
    if (typeof html === 'string') assert.equal(rendered, html);
    else assert.match(rendered, html);
    checkHtml(rendered);
  });
}

test('the shapes div.message_embed and div.embed-video', () => {
  const href = 'https://site.example/?a=1&b="';
  const site = { title: 'A <b>', description: 'and "so"', picture: pictureAddress(elsewhere), isVideo: false };
  const message = '<p><a href="https://site.example/?a=1&amp;b=&quot;">x</a></p>';
  const at = 'href="https://site.example/?a=1&amp;b=&quot;"';
  const picture = `style="background-image: url(&quot;${site.picture}&quot;)"`;
  const title = `<div class="message_embed_title"><a ${at} title="A &lt;b&gt;">A &lt;b&gt;</a></div>`;
  const description = '<div class="message_embed_description">and &quot;so&quot;</div>';
  const embed = (inner: string) =>
    `${message}\n<div class="message_embed"><a class="message_embed_image" ${at} ${picture}></a><div class="data-container">${inner}</div></div>`;
  const html = appendSite(message, href, site);
  assert.equal(html, embed(title + description));
  assert.equal(appendSite(message, href, { ...site, description: '' }), embed(title));
  assert.equal(appendSite(message, href, { ...site, title: '', description: '' }), embed(''));
  assert.equal(appendSite(html, href, site), html);
  assert.equal(appendSite('<p>gone</p>', href, site), '<p>gone</p>');
  const shown = appendSite(message, href, { ...site, isVideo: true });
  assert.equal(
    shown,
    `${message}\n<div class="embed-video message_inline_image"><a ${at} title="A &lt;b&gt;"><img src="${site.picture}"></a></div>`,
  );
  for (const each of [html, shown]) checkHtml(each);
});

test('the addresses of videos, and what looks like them', () => {
  const id = 'aqz-KE-bpKQ';
  const shows = (address: string) => renderMessage(address, directory, options).html.includes('youtube-video');
  for (const address of [
    `https://youtu.be/${id}?t=3`,
    `https://m.youtube.com/watch?app=m&v=${id}`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}`,
  ])
    assert.ok(shows(address), address);
  for (const address of [
    `https://youtube.com.evil.example/watch?v=${id}`,
    'https://youtu.be/short',
    `https://www.youtube.com/watch?v=${id}x`,
    `https://www.youtube.com/playlist?v=${id}`,
    `https://x.example/?https://youtu.be/${id}`,
  ])
    assert.ok(!shows(address), address);
});

test('previews of what lies elsewhere are so many, each once, and none in quotes', () => {
  const count = (content: string) =>
    renderMessage(content, directory, options).html.split('<div class="message_inline_image">').length - 1;
  assert.equal(count(`${elsewhere} ${elsewhere}\n\n[again](${elsewhere})`), 1);
  assert.equal(count(Array.from({ length: 40 }, (_, n) => `https://pictures.example/${n}.png`).join(' ')), 24);
  assert.equal(count(`> ${elsewhere}`), 0);
  assert.equal(count(`\`\`\`spoiler ${elsewhere}\n\`\`\``), 0);
});
