import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf } from './content-type.ts';
import { BadFileName, safeFileName, shownFileName } from './safe-name.ts';
import { readByteRange } from './send-file.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test('a file is what its bytes say, whatever it is called', () => {
  for (const [content, name, type] of [
    ['\x89PNG\r\n\x1a\n\0', 'a.html', 'image/png'],
    ['\xff\xd8\xff\xe0', 'a.txt', 'image/jpeg'],
    ['GIF89a', 'x', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'x.png', 'image/webp'],
    ['\0\0\0\x1cftypavif', 'x', 'image/avif'],
    ['\0\0\0\x1cftypisom', 'x', 'video/mp4'],
    ['\0\0\0\x1cftypM4A ', 'x', 'audio/mp4'],
    ['\x1aE\xdf\xa3....webm', 'x', 'video/webm'],
    ['RIFF\0\0\0\0WAVEfmt ', 'x', 'audio/wav'],
    ['XXXX\0\0\0\0WAVE', 'x', 'application/octet-stream'],
    ['ID3\x04', 'x', 'audio/mpeg'],
    ['OggS\0', 'x', 'audio/ogg'],
    ['%PDF-1.7', 'x.png', 'application/pdf'],
    ['PK\x03\x04', 'x.bin', 'application/zip'],
    ['PK\x03\x04', 'x.DOCX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['not a picture', 'cat.png', 'text/plain'],
    ['a,b\n1,2', 'x.csv', 'text/csv'],
    ['{}', 'x.json', 'application/json'],
    ['{}', 'x.constructor', 'text/plain'],
    ['<!doctype html><p>', 'x.txt', 'text/html'],
    ['  \n<!-- c --><HTML>', 'x.csv', 'text/html'],
    ['<script>alert(1)</script>', 'x.png', 'text/html'],
    ['<?xml version="1.0"?>\n<svg onload="x">', 'x.png', 'image/svg+xml'],
    ['<svg xmlns="x">', 'x', 'image/svg+xml'],
    ['<?xml version="1.0"?><a/>', 'x', 'application/xml'],
    ['\0\x01\x02', 'x.txt', 'application/octet-stream'],
    ['\xff\xfeh\0i\0', 'x', 'text/plain'],
    ['', 'x', 'text/plain'],
  ] as const)
    assert.equal(contentTypeOf(bytes(content), name), type, JSON.stringify([content, name]));
  assert.equal(contentTypeOf(Buffer.from('żółw 🐢'), 'x'), 'text/plain');
  // The head may end in the middle of a character.
  assert.equal(contentTypeOf(Buffer.from('żó').subarray(0, 3), 'x'), 'text/plain');
});

test('names are made safe, and keep their end', () => {
  for (const [given, retained] of [
    ['photo of depot.jpg', 'photo-of-depot.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['.htaccess', 'htaccess'],
    ['-rf', 'rf'],
    ['żółw (1).PNG', 'żółw-1-.PNG'],
    ['a"b\'c<d>.png', 'a-b-c-d-.png'],
    ['a\r\nSet-Cookie: x', 'a-Set-Cookie-x'],
    ['a..png', 'a.png'],
    ['車両.pdf', '車両.pdf'],
  ])
    assert.equal(safeFileName(given!), retained);
  for (const bad of ['', '.', '..', '...', ' . ', '/', 'a/', '---'])
    assert.throws(() => safeFileName(bad), BadFileName, bad);
  const long = safeFileName(`${'車'.repeat(200)}.tar.gz`);
  assert.ok(Buffer.byteLength(long) <= 180);
  assert.match(long, /^車+\.gz$/);
});

test('a part of a file is asked for as RFC 9110 has it', () => {
  for (const [header, expected] of [
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=5-100', { start: 5, end: 9 }],
    ['bytes=10-', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=5-2', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=-', undefined],
    ['lines=0-1', undefined],
  ] as const)
    assert.deepEqual(readByteRange(header, 10), expected, header);
});

test('names are shown as they were given, but for folders and what cannot be seen', () => {
  for (const [given, shown] of [
    ['Report (final) v2.txt', 'Report (final) v2.txt'],
    ['фото ü (1).png', 'фото ü (1).png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a b.txt', 'a b.txt'],
    ['a\r\nSet-Cookie: x', 'aSet-Cookie: x'],
    ['bill\u202efdp.exe', 'billfdp.exe'],
    [' a.txt ', 'a.txt'],
  ])
    assert.equal(shownFileName(given!), shown);
  for (const bad of ['', '..', ' . ', 'a/', '---']) assert.throws(() => shownFileName(bad), BadFileName, bad);
  const long = shownFileName(`${'車 '.repeat(200)}.tar.gz`);
  assert.ok(Buffer.byteLength(long) <= 180);
  assert.match(long, /\.gz$/);
});
