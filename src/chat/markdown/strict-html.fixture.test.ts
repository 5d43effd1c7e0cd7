import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHtml } from './strict-html.fixture.ts';

test('the check that the other tests rely on refuses what it should', () => {
  const refused = [
    ...[
      '<script>x</script>',
      '<b>x</b>',
      '<P>x</P>',
      '<p>x',
      'x</p>',
      '<p><em>x</p></em>',
      '<p',
      'a < b',
      'a > b',
      '"',
    ],
    ...[
      'a & b',
      '&nbsp;',
      '&#60;',
      '&lt',
      '<!-- -->',
      '<p >x</p>',
      '<br/>',
      '<p onclick="x">x</p>',
      '<p class="x">x</p>',
    ],
    ...[
      '<a>x</a>',
      '<a href=x>x</a>',
      "<a href='http://x.y'>x</a>",
      '<a href="javascript:x">x</a>',
      '<a href="//x.y">x</a>',
    ],
    ...[
      '<a href="http://x.y" href="http://x.y">x</a>',
      '<a href="http://x.y" target="_blank">x</a>',
      '<a href="/x/../y">x</a>',
    ],
    ...['<a href="java\tscript:x">x</a>', '<a href="&#106;avascript:x">x</a>', '<a href="/user_uploads/../x">x</a>'],
    ...[
      '<a href="http://x.y"><a href="http://x.y">x</a></a>',
      '<img src="http://x.y/z.png">',
      '<img>',
      '<p><p>x</p></p>',
    ],
    ...['<div class="x"></div>', '<div style="x"></div>', '<td style="color: red;">x</td>', '<span id="x">x</span>'],
    ...[
      '<span class="user-mention" data-user-id="x">x</span>',
      '<time datetime="x">x</time>',
      '<p>\0</p>',
      '<p>\ud800</p>',
    ],
  ];
  for (const html of refused) assert.throws(() => checkHtml(html), { code: 'ERR_ASSERTION' }, html);
  assert.deepEqual(checkHtml('<p>a &lt; <a href="http://x.y/?a&amp;b" title="&quot;">b</a><br>\n</p>'), {
    tags: ['p', 'a', 'br'],
    hrefs: ['http://x.y/?a&b'],
    text: 'a < b\n',
    depth: 2,
  });
});
