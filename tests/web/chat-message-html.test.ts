import assert from 'node:assert/strict';
import { test } from 'node:test';
import katex from 'katex';
import { cleanHtml } from '../../web/shared/message-html/clean.ts';
import { INJECTIONS } from '../harness/injections.ts';

test('every shape of the server passes as it is', () => {
  for (const html of [
    '<p>one<br>\ntwo <strong>b</strong> <em>i</em> <del>s</del> <code>a &lt; b &amp;&amp; c</code></p>',
    '<p><a href="https://example.com/?a=1&amp;b=2" title="x">x</a> <a href="mailto:ada@example.com">mail</a></p>',
    '<p><a class="stream" data-stream-id="7" href="/#narrow/channel/7-night">#night</a></p>',
    '<p><span class="user-mention silent" data-user-id="12">Ada</span></p>',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>',
    '<p><span class="user-group-mention" data-user-group-id="3">@riders</span></p>',
    '<p><span aria-label="bike" class="emoji emoji-1f6b2" role="img" title="bike">:bike:</span></p>',
    '<p><img alt=":van:" class="emoji" src="/user_avatars/1/emoji/7.png" title="van"></p>',
    '<p><time datetime="2026-11-28T10:00:00Z">2026-11-28T10:00:00Z</time></p>',
    '<ol start="3">\n<li>three</li>\n</ol>',
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>x</p>\n</div></div>',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="nb">print</span>\n</code></pre></div>',
    '<div class="message_inline_image"><a href="/user_uploads/1/a.png" title="a.png"><img data-original-content-type="image/png" data-original-dimensions="800x600" src="/user_uploads/thumbnail/1/a.png/840x560.webp"></a></div>',
    '<div class="message_inline_image message_inline_video"><a href="/user_uploads/1/a.mp4" title="a"><video preload="none" src="/user_uploads/1/a.mp4"></video></a></div>',
    '<div class="message_embed"><div class="data-container"><div class="message_embed_title"><a href="https://example.com" title="t">t</a></div></div></div>',
  ])
    assert.equal(cleanHtml(html), html);
});

test('of a formula the MathML remains, without a style attribute', () => {
  for (const tex of ['x^2', '\\frac{a}{b}', '\\sqrt{\\overbrace{a<b}}', '\\begin{matrix}1&2\\\\3&4\\end{matrix}']) {
    const html = `<p>before ${katex.renderToString(tex, { output: 'htmlAndMathml' })} after</p>`;
    const cleaned = cleanHtml(html);
    assert.match(
      cleaned,
      /^<p>before <span class="katex"><span class="katex-mathml"><math.*<\/math><\/span><\/span> after<\/p>$/,
    );
    assert.doesNotMatch(cleaned, / style=|katex-html|<svg/);
    assert.match(cleaned, /<annotation encoding="application\/x-tex">/);
  }
});

test('alignment becomes a class, the picture of a preview a data attribute', () => {
  assert.equal(cleanHtml('<td style="text-align: right;">1</td>'), '<td class="align-right">1</td>');
  assert.equal(
    cleanHtml(
      '<a class="message_embed_image" href="https://example.com" style="background-image: url(&quot;/external_content/a/b&quot;)"></a>',
    ),
    '<a class="message_embed_image" href="https://example.com" data-picture="/external_content/a/b"></a>',
  );
});

test('whatever else comes is text, and loads and runs nothing', () => {
  const tag = /<\/?([a-z0-9]+)([^>]*)>/g;
  for (const injection of INJECTIONS) {
    const cleaned = cleanHtml(injection);
    for (const [whole, name, attributes] of cleaned.matchAll(tag)) {
      assert.doesNotMatch(name!, /script|iframe|form|button|svg|base|meta|object|embed|template|style|noscript/, whole);
      assert.doesNotMatch(attributes!, /\son\w+=|style=|javascript|elsewhere|\sid=|target=|data:/, whole);
    }
    assert.doesNotMatch(cleaned.replaceAll(tag, ''), /[<>]/, 'the rest is escaped');
  }
});
