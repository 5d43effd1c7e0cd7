import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { directoryOf } from './directory.fixture.ts';
import { renderMessage } from './index.ts';
import { checkHtml } from './strict-html.fixture.ts';

const SAMPLE = `#!/bin/sh\n@dec class A extends B { /* c */ x = "s\\\\n" + 'q' // d\n def f(a: int) -> None: return 0x1F }\n<a href="x">&amp;</a>\n- a: \${b} -- e\n+ y\nselect * from t where x = 1.5;`;

const directory = directoryOf({
  users: [
    { id: 9, fullName: 'Ann Lee' },
    { id: 7, fullName: 'Ann Lee' },
    { id: 4, fullName: 'Bob' },
    { id: 5, fullName: 'O|5' },
  ],
  groups: [
    { id: 3, name: 'Ops' },
    { id: 2, name: 'role:everyone', mentionable: false },
  ],
  channels: [
    { id: 5, name: 'general' },
    { id: 6, name: 'Big Plans (new)' },
    { id: 8, name: 'a>b' },
  ],
  topics: [{ channelId: 5, topic: 'Gates', newest: 77 }],
});
const realmUrl = 'https://chat.example.com';
const render = (content: string) => renderMessage(content, directory, { realmUrl });
const code = (text: string, language = '') =>
  `<div class="codehilite"${language && ` data-code-language="${language}"`}><pre><span></span><code>${text}</code></pre></div>`;
const preview = (href: string, title: string) =>
  `<div class="message_inline_image"><a href="${href}" title="${title}"><img src="${href}"></a></div>`;
const emoji = (code: string, name: string) => {
  const title = name.replaceAll('_', ' ');
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
};
const ANN = '<span class="user-mention" data-user-id="7">@Ann Lee</span>';
const ANN_SILENT = '<span class="user-mention silent" data-user-id="7">Ann Lee</span>';

const CASES: Record<string, [content: string, html: string][]> = {
  paragraphs: [
    ['', ''],
    ['hello', '<p>hello</p>'],
    ['a\nb', '<p>a<br>\nb</p>'],
    ['a\r\nb', '<p>a<br>\nb</p>'],
    ['a\n\nb', '<p>a</p>\n<p>b</p>'],
    ['  padded  ', '<p>padded</p>'],
    ['<b>&amp; "x"</b>', '<p>&lt;b&gt;&amp; &quot;x&quot;&lt;/b&gt;</p>'],
    ['<script>\nalert(1)\n</script>', '<p>&lt;script&gt;<br>\nalert(1)<br>\n&lt;/script&gt;</p>'],
    ['nul \0, lone \ud800', '<p>nul \ufffd, lone \ufffd</p>'],
    ['a line\n---', '<p>a line</p>\n<hr>'],
    ['[a]: http://x.y\n\n[a]', '<p>[a]: <a href="http://x.y">http://x.y</a></p>\n<p>[a]</p>'],
  ],
  emphasis: [
    ['*a* **b** ~~c~~', '<p><em>a</em> <strong>b</strong> <del>c</del></p>'],
    ['***both***', '<p><strong><em>both</em></strong></p>'],
    ['*a **b***', '<p><em>a <strong>b</strong></em></p>'],
    ['**a *b***', '<p><strong>a <em>b</em></strong></p>'],
    ['~~ a ~~ ~~~b~~ ~~c\nd~~', '<p><del> a </del> ~~~b~~ ~~c<br>\nd~~</p>'],
    ['~~*a~~*', '<p><del>*a</del>*</p>'],
    ['_a_ __init__ snake_case', '<p>_a_ __init__ snake_case</p>'],
    ['\\*a\\*', '<p>*a*</p>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ],
  code: [
    ['`a<b` ``c`d``', '<p><code>a&lt;b</code> <code>c`d</code></p>'],
    ['```js\nlet x < 1\n```', code('<span class="k">let</span> x &lt; <span class="mi">1</span>\n', 'JavaScript')],
    ['```py2\nx\n```', code('x\n', 'Python 2.x')],
    ['```rust\nx\n```', code('x\n', 'Rust')],
    ['```our-own\nx\n```', code('x\n', 'our-own')],
    ['` a ` `  `', '<p><code> a </code> <code>  </code></p>'],
    ['~~~~x: words ~~~~', '<p>~~~~x: words ~~~~</p>'],
    ['```text\n<b>\n```', code('&lt;b&gt;\n', 'Text only')],
    ['```\nx\n```', code('x\n')],
    ['~~~ c++ title="x"\nx\n~~~', code('x\n', 'C++')],
    ['```"onload=x\nx\n```', code('x\n')],
    ['```python\nopen', code('<span class="nb">open</span>\n', 'Python')],
    ['```text\n\na  \n\n b \t\n\n```', code('a\n\n b\n', 'Text only')],
    ['```\n\n```', code('')],
    ['~~~tex\n\n\\alpha\n~~~', code('<span class="k">\\alpha</span>\n', 'TeX')],
    ['    indented\n\ntext', `${code('indented\n')}\n<p>text</p>`],
    ['`@**Bob**` `#**general**`', '<p><code>@**Bob**</code> <code>#**general**</code></p>'],
  ],
  quotes: [
    ['> a\nb', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
    ['> a\n\nb', '<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>'],
    ['```quote\n**a**\n\nb\n```\nc', '<blockquote>\n<p><strong>a</strong></p>\n<p>b</p>\n</blockquote>\n<p>c</p>'],
    [
      '```quote\n```js\nx\n```\nafter\n```\nend',
      `<blockquote>\n${code('x\n', 'JavaScript')}\n<p>after</p>\n</blockquote>\n<p>end</p>`,
    ],
    [
      '````quote\n```quote\na\n```\nb\n````',
      '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    ],
    ['```quote\nopen', '<blockquote>\n<p>open</p>\n</blockquote>'],
    ['text\n```quote\na\n```', '<p>text</p>\n<blockquote>\n<p>a</p>\n</blockquote>'],
    [
      '- i\n  ```quote\n  a\n  ```\n- j',
      '<ul>\n<li>i\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n<li>j</li>\n</ul>',
    ],
    ['> ```quote\n> a\n> ```', '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>'],
    ['>', '<p>&gt;</p>'],
    ['>>>', '<blockquote>\n<blockquote>\n<p>&gt;</p>\n</blockquote>\n</blockquote>'],
    ['a\n>\n\n> b', '<p>a<br>\n&gt;</p>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['```quote me\na\n```', code('a\n', 'quote')],
  ],
  spoilers: [
    [
      '```spoiler The *end*\nThey **live**\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>The <em>end</em></p>\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>They <strong>live</strong></p>\n</div></div>',
    ],
    [
      '```spoiler - a\nb\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<ul>\n<li>a</li>\n</ul>\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>b</p>\n</div></div>',
    ],
    [
      '```spoiler\na\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>',
    ],
  ],
  lists: [
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['* a\n  * b', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['7. a\n8. b', '<ol start="7">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['- a\n\n- b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
    ['- a\n* b\n+ c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>'],
    ['- a\n\n* b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
    ['1. a\n  - b\n2. c', '<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>'],
    ['1. a\n\n  b', '<ol>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ol>'],
    ['1986. a\n  b', '<ol start="1986">\n<li>a<br>\nb</li>\n</ol>'],
    ['- - a\n  - b', '<ul>\n<li>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['- a\n***\n- b', '<ul>\n<li>a</li>\n</ul>\n<hr>\n<ul>\n<li>b</li>\n</ul>'],
    ['1. ```\n   x\n   ```', `<ol>\n<li>\n${code('x\n')}\n</li>\n</ol>`],
    ['1. A\n2. B\n  3. C', '<ol>\n<li>A</li>\n<li>B\n<ol start="3">\n<li>C</li>\n</ol>\n</li>\n</ol>'],
    ['- a\n  2. b\n  3. c', '<ul>\n<li>a\n<ol start="2">\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n</ul>'],
    ['in\n1986. x', '<p>in<br>\n1986. x</p>'],
    ['-', '<ul>\n<li></li>\n</ul>'],
  ],
  tables: [
    [
      'a|b\n:-:|--\n*1*|2',
      '<table>\n<thead>\n<tr>\n<th style="text-align: center;">a</th>\n<th>b</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td style="text-align: center;"><em>1</em></td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    ],
    ['a|b\n--|--', '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n</tbody>\n</table>'],
  ],
  headings: [
    ['# a', '<h1>a</h1>'],
    ['###### *a*', '<h6><em>a</em></h6>'],
    ['#a', '<p>#a</p>'],
    ['***', '<hr>'],
  ],
  links: [
    ['[a](http://x.y "t<")', '<p><a href="http://x.y" title="t&lt;">a</a></p>'],
    ['[*a*](http://x.y)', '<p><a href="http://x.y"><em>a</em></a></p>'],
    ['see http://x.y/a_b_c, ok', '<p>see <a href="http://x.y/a_b_c">http://x.y/a_b_c</a>, ok</p>'],
    ['(https://x.y/z)', '<p>(<a href="https://x.y/z">https://x.y/z</a>)</p>'],
    ['<https://x.y/?a=1&b=2>', '<p><a href="https://x.y/?a=1&amp;b=2">https://x.y/?a=1&amp;b=2</a></p>'],
    ['a@b.com', '<p><a href="mailto:a@b.com">a@b.com</a></p>'],
    [
      '[text](sms:+15551234567) [pay](bitcoin:1abc?amount=1)',
      '<p><a href="sms:+15551234567">text</a> <a href="bitcoin:1abc?amount=1">pay</a></p>',
    ],
    [
      '[a](/path?b=1) [b](#narrow/channel/5-general)',
      '<p><a href="/path?b=1">a</a> <a href="/#narrow/channel/5-general">b</a></p>',
    ],
    [
      '[a](//evil.example/) [b](/x/../y) [c](/x/%2e%2e/y) [d](/%5cevil.example) [e](#)',
      '<p>[a](//evil.example/) [b](/x/../y) [c](/x/%2e%2e/y) [d](/%5cevil.example) [e](#)</p>',
    ],
    ['[  ](http://x.example)', '<p><a href="http://x.example">http://x.example</a></p>'],
    ['[call](tel:+15551234567)', '<p><a href="tel:+15551234567">call</a></p>'],
    ['http://bücher.de/ä', '<p><a href="http://xn--bcher-kva.de/%C3%A4">http://bücher.de/ä</a></p>'],
    ['[a](/#narrow/channel/5-general)', '<p><a href="/#narrow/channel/5-general">a</a></p>'],
    [
      'main.ts x.py y.md ftp://x.com //x.com x.com_ @x.com',
      '<p>main.ts x.py y.md ftp://x.com //x.com x.com_ @x.com</p>',
    ],
    ['see example.com.', '<p>see <a href="http://example.com">example.com</a>.</p>'],
    ['(www.a-b.co.uk/x_y(z)?q)', '<p>(<a href="http://www.a-b.co.uk/x_y(z)?q">www.a-b.co.uk/x_y(z)?q</a>)</p>'],
    ['http://x.py http://y.md', '<p><a href="http://x.py">http://x.py</a> <a href="http://y.md">http://y.md</a></p>'],
    ['müller.de', '<p><a href="http://xn--mller-kva.de">müller.de</a></p>'],
    [
      '**http://x.y/a** http://x.y/a!?',
      '<p><strong><a href="http://x.y/a">http://x.y/a</a></strong> <a href="http://x.y/a">http://x.y/a</a>!?</p>',
    ],
    ['http://me@host/x', '<p><a href="http://me@host/x">http://me@host/x</a></p>'],
    ['http://a.com)b@c.com http://a.com\\@c.com', '<p>http://a.com)b@c.com http://a.com\\@c.com</p>'],
    ['http://a.com。c.com', '<p>http://a.com。c.com</p>'],
    ['notes.md clip.mov pack.zip x.bmw', '<p>notes.md clip.mov pack.zip <a href="http://x.bmw">x.bmw</a></p>'],
    ['[x](http://a.com\\\\@c.com)', '<p>[x](http://a.com\\\\@c.com)</p>'],
    [
      'http://x.y/(a[b]c) http://x.y/a)b',
      '<p><a href="http://x.y/(a%5Bb%5Dc)">http://x.y/(a[b]c)</a> <a href="http://x.y/a">http://x.y/a</a>)b</p>',
    ],
    ['[](http://x.y/a)', '<p><a href="http://x.y/a">http://x.y/a</a></p>'],
    [
      'https://chat.example.com/#narrow/channel/5',
      '<p><a href="/#narrow/channel/5">https://chat.example.com/#narrow/channel/5</a></p>',
    ],
    ['[a](https://chat.example.com/#narrow/dm/7)', '<p><a href="/#narrow/dm/7">a</a></p>'],
    [
      '[a](https://chat.example.com.evil.test/#narrow/x)',
      '<p><a href="https://chat.example.com.evil.test/#narrow/x">a</a></p>',
    ],
    ['[a](javascript:alert)', '<p>[a](javascript:alert)</p>'],
    ['[a](/api/v1/messages)', '<p><a href="/api/v1/messages">a</a></p>'],
    ['[a](/user_uploads/../x)', '<p>[a](/user_uploads/../x)</p>'],
    ['[a](/user_uploads/%2e%2e/x)', '<p>[a](/user_uploads/%2e%2e/x)</p>'],
    ['[a <http://x.y> b](http://u.v)', '<p><a href="http://u.v">a http://x.y b</a></p>'],
    ['`http://x.y`', '<p><code>http://x.y</code></p>'],
  ],
  'images and uploads': [
    [
      '![a cat](/user_uploads/2/ab/cat.png)',
      `<p><a href="/user_uploads/2/ab/cat.png">a cat</a></p>\n${preview('/user_uploads/2/ab/cat.png', 'a cat')}`,
    ],
    [
      '[cat.png](/user_uploads/2/ab/cat.png) x',
      `<p><a href="/user_uploads/2/ab/cat.png">cat.png</a> x</p>\n${preview('/user_uploads/2/ab/cat.png', 'cat.png')}`,
    ],
    [
      '![a](https://chat.example.com/user_uploads/2/a.png)',
      `<p><a href="/user_uploads/2/a.png">a</a></p>\n${preview('/user_uploads/2/a.png', 'a')}`,
    ],
    ['[a](/user_uploads/2/a.pdf)', '<p><a href="/user_uploads/2/a.pdf">a</a></p>'],
    ['![a](http://x.y/z.png)', '<p><a href="http://x.y/z.png">a</a></p>'],
    ['![](http://x.y/z.png)', '<p><a href="http://x.y/z.png">http://x.y/z.png</a></p>'],
    ['[![a](http://x.y/z.png)](http://u.v)', '<p><a href="http://u.v">a</a></p>'],
    ['![a](/user_uploads/2/a.png "t" x)', '<p>![a](/user_uploads/2/a.png &quot;t&quot; x)</p>'],
    ['![a](/user_uploads/2/a.png', '<p>![a](/user_uploads/2/a.png</p>'],
    ['![a](data:image/png;base64,AAAA)', '<p>![a](data:image/png;base64,AAAA)</p>'],
    ['> ![a](/user_uploads/2/a.png)', '<blockquote>\n<p><a href="/user_uploads/2/a.png">a</a></p>\n</blockquote>'],
    [
      '- ![a](/user_uploads/2/a.png)',
      `<ul>\n<li><a href="/user_uploads/2/a.png">a</a>${preview('/user_uploads/2/a.png', 'a')}\n</li>\n</ul>`,
    ],
  ],
  mentions: [
    ['@**Ann Lee**', `<p>${ANN}</p>`],
    ['@**ann lee**', `<p>${ANN}</p>`],
    ['@**Ann Lee|9**', '<p><span class="user-mention" data-user-id="9">@Ann Lee</span></p>'],
    ['@**|4**', '<p><span class="user-mention" data-user-id="4">@Bob</span></p>'],
    ['@**O|5**', '<p><span class="user-mention" data-user-id="5">@O|5</span></p>'],
    ['@**Bob|7**', '<p>@<strong>Bob|7</strong></p>'],
    ['@_**Ann Lee**', `<p>${ANN_SILENT}</p>`],
    ['**@**Ann Lee** hi**', `<p><strong>${ANN} hi</strong></p>`],
    ['@**Nobody** @*nogroup*', '<p>@<strong>Nobody</strong> @<em>nogroup</em></p>'],
    ['me@**Bob**', '<p>me@<strong>Bob</strong></p>'],
    ['\\@**Bob**', '<p>@<strong>Bob</strong></p>'],
    ['@*ops*', '<p><span class="user-group-mention" data-user-group-id="3">@Ops</span></p>'],
    ['@_*ops*', '<p><span class="user-group-mention silent" data-user-group-id="3">Ops</span></p>'],
    ['@*role:everyone*', '<p><span class="user-group-mention silent" data-user-group-id="2">role:everyone</span></p>'],
    ['@_*role:everyone*', '<p><span class="user-group-mention silent" data-user-group-id="2">role:everyone</span></p>'],
    ['@**all**', '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>'],
    ['@_**all**', '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>'],
    ['@**topic**', '<p><span class="topic-mention">@topic</span></p>'],
    ['> @**Ann Lee**', `<blockquote>\n<p>${ANN_SILENT}</p>\n</blockquote>`],
    ['```quote\n@**Ann Lee**\n```', `<blockquote>\n<p>${ANN_SILENT}</p>\n</blockquote>`],
    ['[@**Ann Lee**](http://x.y)', `<p><a href="http://x.y">${ANN}</a></p>`],
  ],
  'channel links': [
    ['#**general**', '<p><a class="stream" data-stream-id="5" href="/#narrow/channel/5-general">#general</a></p>'],
    ['#**GENERAL**', '<p><a class="stream" data-stream-id="5" href="/#narrow/channel/5-general">#general</a></p>'],
    [
      '#**general>gates** #**general>gates@5**',
      '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-general/topic/gates/with/77">#general &gt; gates</a> ' +
        '<a class="message-link" href="/#narrow/channel/5-general/topic/gates/near/5">#general &gt; gates @ 💬</a></p>',
    ],
    ['#**nowhere**', '<p>#<strong>nowhere</strong></p>'],
    [
      '#**Big Plans (new)**',
      '<p><a class="stream" data-stream-id="6" href="/#narrow/channel/6-Big-Plans-.28new.29">#Big Plans (new)</a></p>',
    ],
    [
      '#**general>v1.2 <x>**',
      '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-general/topic/v1.2E2.20.3Cx.3E">#general &gt; v1.2 &lt;x&gt;</a></p>',
    ],
    [
      '#**general>ä%**',
      '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-general/topic/.C3.A4.25">#general &gt; ä%</a></p>',
    ],
    [
      '#**general>t@123**',
      '<p><a class="message-link" href="/#narrow/channel/5-general/topic/t/near/123">#general &gt; t @ 💬</a></p>',
    ],
    [
      '#**general>**',
      '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-general/topic/">#general &gt; <em>general chat</em></a></p>',
    ],
    ['#**a>b**', '<p><a class="stream" data-stream-id="8" href="/#narrow/channel/8-a.3Eb">#a&gt;b</a></p>'],
    ['[#**general**](http://x.y)', '<p><a href="http://x.y">#general</a></p>'],
  ],
  emoji: [
    [':piñata: :flag_curaçao: :ñ:', `<p>${emoji('1fa85', 'piñata')} ${emoji('1f1e8-1f1fc', 'flag_curaçao')} :ñ:</p>`],
    [':smile: :+1:', `<p>${emoji('1f642', 'smile')} ${emoji('1f44d', '+1')}</p>`],
    ['👍 ❤️ 🧑‍🚀', `<p>${emoji('1f44d', '+1')} ${emoji('2764', 'heart')} ${emoji('1f9d1-200d-1f680', 'astronaut')}</p>`],
    ['🏳️‍🌈 🇩🇪', `<p>${emoji('1f3f3-200d-1f308', 'rainbow_flag')} ${emoji('1f1e9-1f1ea', 'flag_germany')}</p>`],
    ['1️⃣ 👁️‍🗨️', `<p>${emoji('0031-20e3', 'one')} ${emoji('1f441-fe0f-200d-1f5e8-fe0f', 'eye_in_speech_bubble')}</p>`],
    ['1 ↔ ❤ ©️︎ 👍🏽 :nothing: a:b', '<p>1 ↔ ❤ ©️︎ 👍🏽 :nothing: a:b</p>'],
    ['\\:smile: `:smile: 👍`', '<p>:smile: <code>:smile: 👍</code></p>'],
    ['**👍**:x:smile:', `<p><strong>${emoji('1f44d', '+1')}</strong>${emoji('274e', 'x')}smile:</p>`],
    ['[:smile:](http://x.y)', `<p><a href="http://x.y">${emoji('1f642', 'smile')}</a></p>`],
    [
      ':zulip:',
      '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
    ],
    [':) :/ <3', '<p>:) :/ &lt;3</p>'],
  ],
  times: [
    [
      '<time:2024-01-02T03:04:05+02:00>',
      '<p><time datetime="2024-01-02T01:04:05Z">2024-01-02T03:04:05+02:00</time></p>',
    ],
    ['<time:1700000000>', '<p><time datetime="2023-11-14T22:13:20Z">1700000000</time></p>'],
    ['<time:2024-02-30>', '<p>&lt;time:2024-02-30&gt;</p>'],
    ['<time:tomorrow>', '<p>&lt;time:tomorrow&gt;</p>'],
    ['<time:2024-01-02T99:00Z>', '<p>&lt;time:2024-01-02T99:00Z&gt;</p>'],
  ],
};

for (const [group, cases] of Object.entries(CASES)) {
  describe(group, () => {
    for (const [content, html] of cases) {
      test(JSON.stringify(content), () => {
        assert.equal(render(content).html, html);
        checkHtml(html);
      });
    }
  });
}

describe('what the author and the organization set', () => {
  test('emoticons, each a word of its own', () => {
    const { html } = renderMessage(':) a:) <3 :/ http://x.y', directory, { translateEmoticons: true });
    const link = '<a href="http://x.y">http://x.y</a>';
    const [smile, heart, confused] = [emoji('1f642', 'smile'), emoji('2764', 'heart'), emoji('1f615', 'confused')];
    assert.equal(html, `<p>${smile} a:) ${heart} ${confused} ${link}</p>`);
    const ended = renderMessage('Well :). And <3! But :)x :).x', directory, { translateEmoticons: true });
    assert.equal(ended.html, `<p>Well ${smile}. And ${heart}! But :)x :).x</p>`);
  });
  test("the organization's own emoji goes before a character's name", () => {
    const customEmoji = new Map([['smile', '/user_avatars/2/emoji/1.png']]);
    const { html } = renderMessage(':smile: 🙂', directory, { customEmoji });
    const own = '<img alt=":smile:" class="emoji" src="/user_avatars/2/emoji/1.png" title="smile">';
    assert.equal(html, `<p>${own} ${emoji('1f642', 'smile')}</p>`);
  });
});

describe('mathematics', () => {
  test('inline: KaTeX with the TeX as annotation; what is wrong as it was written', () => {
    const { html, plainText } = render('$$x*y*z$$ costs $5');
    assert.match(
      html,
      /^<p><span class="katex"><span class="katex-mathml"><math .*<annotation encoding="application\/x-tex">x\*y\*z<\/annotation>.*<span class="katex-html" aria-hidden="true">.* costs \$5<\/p>$/,
    );
    assert.equal(plainText, 'x*y*z costs $5');
    assert.equal(render('$$\\frac{$$').html, '<p><span class="tex-error">$$\\frac{$$</span></p>');
    assert.equal(render('$$a\nb$$ $$$$').html, '<p>$$a<br>\nb$$ $$$$</p>');
  });
  test('a block: a formula for each part between blank lines', () => {
    const { html } = render('```math\na\n\nb\n```\nc');
    assert.equal(html.match(/<span class="katex-display"><span class="katex">/g)?.length, 2);
    assert.match(
      html,
      /^<p><span class="katex-display">.*<\/span>\n\n<span class="katex-display">.*<\/span><\/p>\n<p>c<\/p>$/,
    );
    assert.equal(render('```math\n\\oops\n```').html, '<p><span class="tex-error">\\oops</span></p>');
  });
  test('three dollars and more are prose, an escaped one is part of the formula', () => {
    for (const prose of ['some $$$ or maybe even $$$$!', '$$_$$', 'a $$$x$$ b', '$$x$$$', '$$ $$', '$$a\nb$$'])
      assert.doesNotMatch(render(prose).html, /katex|tex-error/, prose);
    const { html } = render('$$x \\approx 500\\$$$ and $$y$$');
    assert.match(html, /<annotation encoding="application\/x-tex">x \\approx 500\\\$<\/annotation>/);
    assert.match(html, /x-tex">y</);
  });
  test('dollars by the thousand cost next to nothing', () => {
    const started = process.cpuUsage();
    for (const piece of ['$$$ ', '$$a $$$ ', '$$a\\$', '$$_', '$$', '$ $'])
      render(piece.repeat(Math.floor(10_000 / piece.length)));
    assert.ok(process.cpuUsage(started).user < 1_000_000);
  });
  test('no address, no style and no picture of the writer', () => {
    for (const tex of [
      '\\href{javascript:alert(1)}{x}',
      '\\htmlStyle{color:red}{x}',
      '\\includegraphics{http://x.y/z.png}',
    ]) {
      assert.doesNotMatch(render(`$$${tex}$$`).html, /<a |<img|style="color:red/);
      checkHtml(render(`$$${tex}$$`).html);
    }
  });
  test('too many, too long or too large formulas stay as they are', () => {
    const count = (text: string, piece: string) => text.split(piece).length - 1;
    const many = render('$$x$$ '.repeat(60)).html;
    assert.deepEqual([count(many, 'class="katex"'), count(many, 'tex-error')], [50, 10]);
    assert.match(render(`$$${'x+'.repeat(1500)}y$$`).html, /^<p><span class="tex-error">/);
    // 200 expansions of 900 characters would take seconds.
    const macros = `$$\\def\\b{${'x'.repeat(900)}}${'\\b '.repeat(150)}$$`;
    const started = process.cpuUsage();
    assert.match(render(macros).html, /^<p><span class="tex-error">/);
    assert.ok(process.cpuUsage(started).user < 500_000);
    assert.match(render('$$\\def\\b{x}\\b+\\b$$').html, /class="katex"/);
    assert.match(render('$$\\def\\a{\\a\\a}\\a$$').html, /^<p><span class="tex-error">/);
    assert.ok(render(`$$${'\\sqrt{'.repeat(250)}x${'}'.repeat(250)}$$`).html.length < 210_000);
  });
});

describe('code', () => {
  test('has classes that clients know, and is plain when there is too much of it', () => {
    for (const language of [
      'js',
      'ts',
      'py',
      'rust',
      'html',
      'css',
      'sql',
      'bash',
      'yaml',
      'diff',
      'cpp',
      'php',
      'ruby',
    ]) {
      const { html } = render(`\`\`\`${language}\n${SAMPLE}\n\`\`\``);
      checkHtml(html);
      assert.doesNotMatch(html, /class="(?:hll|hljs)/);
    }
    const coloured = (text: string) => render(`\`\`\`js\n${text}\n\`\`\``).html.includes('<span class=');
    assert.equal(coloured('let x = 1;\n'.repeat(200)), true);
    assert.equal(coloured('let x = 1;\n'.repeat(300)), false);
    assert.equal(coloured(`let ${'x'.repeat(100)};`), false);
    assert.equal(coloured('1,'.repeat(500)), false);
  });
});

describe('what a message mentions', () => {
  test('aloud, and once', () => {
    const rendered = render('@**Bob** @**bob** @**Ann Lee|9** @_**Ann Lee|7** @*ops* @_*role:everyone*');
    assert.deepEqual(rendered.mentionedUserIds, [4, 9]);
    assert.deepEqual(rendered.mentionedGroupIds, [3]);
  });
  test('nothing from code, quotes and link definitions', () => {
    const text = '@**Bob** @*ops* @**all** @**topic**';
    for (const content of [`\`${text}\``, `\`\`\`\n${text}\n\`\`\``, `> ${text}`, `\`\`\`quote\n${text}\n\`\`\``]) {
      const rendered = render(content);
      assert.deepEqual(rendered.mentionedUserIds, []);
      assert.deepEqual(rendered.mentionedGroupIds, []);
      assert.equal(rendered.channelWildcard || rendered.topicWildcard, false);
    }
  });
  test('wildcards', () => {
    for (const word of ['all', 'everyone', 'channel', 'stream']) {
      assert.equal(render(`@**${word}**`).channelWildcard, true);
      assert.equal(render(`@_**${word}**`).channelWildcard, false);
    }
    assert.equal(render('@**topic**').topicWildcard, true);
    assert.equal(render('@**topic**').channelWildcard, false);
  });
});

describe('what a message links to', () => {
  const flags = (content: string) => {
    const { hasLink, hasImage, hasAttachment, attachmentPaths } = render(content);
    return [hasLink, hasImage, hasAttachment, attachmentPaths];
  };
  test('flags', () => {
    assert.deepEqual(flags('x'), [false, false, false, []]);
    assert.deepEqual(flags('#**general**'), [false, false, false, []]);
    assert.deepEqual(flags('http://x.y'), [true, false, false, []]);
    assert.deepEqual(flags('`http://x.y`'), [false, false, false, []]);
    assert.deepEqual(flags('![a](http://x.y/z)'), [true, true, false, []]);
    assert.deepEqual(flags('[a](/user_uploads/2/a%20b.pdf?x)'), [true, false, true, ['2/a b.pdf']]);
    assert.deepEqual(flags('> [a](/user_uploads/2/a.png)'), [true, true, true, ['2/a.png']]);
    assert.deepEqual(flags(`[a](${realmUrl}/user_uploads/2/a.pdf)`), [true, false, true, ['2/a.pdf']]);
    assert.deepEqual(flags('[a](https://other.example.com/user_uploads/2/a.pdf)'), [true, false, false, []]);
  });
});

describe('/me', () => {
  test('one paragraph that starts with it', () => {
    assert.equal(render('/me waves').isMeMessage, true);
    assert.equal(render('/me waves').html, '<p>/me waves</p>');
    assert.equal(render('/me waves\nand smiles').isMeMessage, true);
    for (const content of [
      '/me',
      '/me ',
      '/meow',
      'a /me b',
      '/me a\n\nb',
      '/me a\n- b',
      ' /me a',
      '> /me a',
      '`/me a`',
    ]) {
      assert.equal(render(content).isMeMessage, false, content);
    }
  });
});

describe('plain text', () => {
  const cases: [content: string, text: string][] = [
    ['hello there', 'hello there'],
    ['**a** *b* `c<d` & e', 'a b c<d & e'],
    ['a\nb\n\nc', 'a\nb\nc'],
    ['- a\n- b\n\n> c\n\n```js\nd\ne\n```\nf', 'a\nb\nc\nd\ne\nf'],
    ['|a|b|\n|-|-|\n|c|d|', 'a\nb\nc\nd'],
    ['@**Bob** #**general>x** [t](http://u.v)', '@Bob #general > x t'],
    ['```spoiler head\nbody\n```', 'head\nbody'],
    ['![alt](/user_uploads/2/a.png) <b>', 'alt <b>'],
  ];
  for (const [content, text] of cases) {
    test(JSON.stringify(content), () => assert.equal(render(content).plainText, text));
  }
});
