import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { htmlToMarkdown } from '../../web/chat/composer/html-to-markdown.ts';
import { paste } from '../../web/chat/composer/paste.ts';

describe('pasted HTML becomes Markdown', () => {
  for (const [name, html, expected] of [
    ['weights', 'a <b>big</b> <i>red</i> <s>old</s> door', 'a **big** *red* ~~old~~ door'],
    ['blanks stay outside of marks', '<b>big </b>door', '**big** door'],
    ['styles', '<span style="font-weight: 700">big</span>', '**big**'],
    ['Google Docs', '<b style="font-weight:normal;"><p><span style="font-style:italic">one</span></p></b>', '*one*'],
    ['a link', '<a href="https://x.example/a?b=1&amp;c=2">the door</a>', '[the door](https://x.example/a?b=1&c=2)'],
    ['a script is no link', '<b>x</b> <a href="javascript:alert(1)">door</a>', '**x** door'],
    ['paragraphs', '<p>one<br>two</p><p><em>three</em></p>', 'one\ntwo\n\n*three*'],
    ['lists', '<ul><li>one<ol><li>a</li><li>b</li></ol></li><li>two</li></ul>', '- one\n  1. a\n  2. b\n- two'],
    ['paragraphs in items', '<ul>\n<li><p>one</p></li>\n<li><p>two</p></li>\n</ul>', '- one\n- two'],
    ['a quote', '<blockquote><p>one</p><p>two</p></blockquote>', '> one\n>\n> two'],
    ['code', '<pre><code class="language-js">a\n  b</code></pre>', '```js\na\n  b\n```'],
    ['code in a line', 'run <code>a`b</code>', 'run `` a`b ``'],
    ['a heading', '<h2>Doors</h2><p>are here</p>', '## Doors\n\nare here'],
    [
      'a table',
      '<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| a | b\\|c |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['a mention', '<span class="user-mention silent" data-user-id="9">Mara</span>', '@_**Mara|9**'],
    ['a time', '<time datetime="2030-01-02T03:04:00Z">x</time>', '<time:2030-01-02T03:04:00Z>'],
    [
      'a spoiler',
      '<div class="spoiler-block"><div class="spoiler-header"><p>Who</p></div><div class="spoiler-content"><p>Me</p></div></div>',
      '```spoiler Who\nMe\n```',
    ],
    [
      'a formula',
      '<span class="katex"><math><annotation encoding="application/x-tex">x^2</annotation></math><span>x2</span></span>',
      '$$x^2$$',
    ],
    ['comments, styles and scripts go', '<!--StartFragment--><style>b{}</style><script>x<b></script><b>x</b>', '**x**'],
    ['colours alone are plain', '<div style="color:red">one</div><div>two</div>', undefined],
    ['plain', '<meta charset="utf-8"><span>one &lt; two</span>', undefined],
  ] as const)
    test(name, () => assert.equal(htmlToMarkdown(html), expected));
});

test('what is broken or deep ends', () => {
  assert.equal(htmlToMarkdown('<b>one</i>'), '**one**');
  assert.ok(htmlToMarkdown(`${'<b>'.repeat(5000)}x`));
  const started = performance.now();
  htmlToMarkdown('<b'.repeat(20_000));
  htmlToMarkdown('<p '.repeat(20_000));
  htmlToMarkdown(`${'<li><b>x '.repeat(3000)}`);
  assert.ok(performance.now() - started < 2000, `${performance.now() - started} ms`);
});

describe('a paste', () => {
  const at = (text: string, start = text.length, end = start) => ({ text, start, end });
  const pasted = (given: ReturnType<typeof at>, plain: string, html = '', isPlain = false) =>
    paste(given, { plain, html }, isPlain)?.text;

  test('of cells of a sheet is a table', () => {
    assert.equal(pasted(at(''), 'a\tb\n1\t2\n'), '| a | b |\n| --- | --- |\n| 1 | 2 |');
    assert.equal(pasted(at('see'), 'a\tb\n1\t2'), 'see\n\n| a | b |\n| --- | --- |\n| 1 | 2 |');
    assert.equal(pasted(at(''), '\tif x:\n\tgo'), undefined);
    assert.equal(pasted(at(''), 'a\tb'), undefined);
  });

  test('of an address over a selection is a link', () => {
    assert.equal(
      pasted(at('the door', 4, 8), 'https://x.example', '<a href="https://x.example">x</a>'),
      'the [door](https://x.example)',
    );
  });

  test('with Shift stays as it is', () => {
    assert.equal(pasted(at(''), 'big', '<b>big</b>'), '**big**');
    assert.equal(pasted(at(''), 'big', '<b>big</b>', true), undefined);
    assert.equal(pasted(at('the door', 4, 8), 'https://x.example', '', true), undefined);
  });
});
