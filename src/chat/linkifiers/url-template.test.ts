import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UrlTemplate } from '../../../rules/url-template.ts';

const values = { var: 'value', hello: 'Hello World!', path: '/foo/bar', empty: '', x: '1024', y: '768', half: '50%' };

test('the examples of RFC 6570', () => {
  const cases = {
    '{var}': 'value',
    '{hello}': 'Hello%20World%21',
    '{half}': '50%25',
    'O{empty}X': 'OX',
    'O{undef}X': 'OX',
    '{x,y}': '1024,768',
    '{x,hello,y}': '1024,Hello%20World%21,768',
    '?{x,undef}': '?1024',
    '{var:3}': 'val',
    '{+hello}': 'Hello%20World!',
    '{+half}': '50%25',
    '{+path}/here': '/foo/bar/here',
    '{+path:6}/here': '/foo/b/here',
    'X{#var}': 'X#value',
    '{#path,x}here': '#/foo/bar,1024here',
    'X{.x,y}': 'X.1024.768',
    '{/var,x}/here': '/value/1024/here',
    '{/var,empty}': '/value/',
    '{;x,y,empty}': ';x=1024;y=768;empty',
    '{?x,y,empty}': '?x=1024&y=768&empty=',
    '?fixed=yes{&x}': '?fixed=yes&x=1024',
    '{&var:3}': '&var=val',
    'http://x.y/ü {var*}': 'http://x.y/%C3%BC%20value',
  };
  for (const [template, expanded] of Object.entries(cases))
    assert.equal(UrlTemplate.parse(template)?.expand(values), expanded, template);
  assert.deepEqual(UrlTemplate.parse('{x}{?y,x}')?.variables, ['x', 'y']);
});

test('what is no template', () => {
  for (const wrong of ['{', '}', '{}', '{x', 'x}', '{{x}}', '{x y}', '{=x}', '{x:0}', '{x:12345}', '{?}', '{x,}'])
    assert.equal(UrlTemplate.parse(wrong), undefined, wrong);
});
