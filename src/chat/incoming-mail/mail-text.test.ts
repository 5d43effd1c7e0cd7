import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailAddress, readMailAddress, replyAddress } from './mail-address.ts';
import { textOfMail, topicOf } from './mail-text.ts';
import type { ParsedMail } from './parsed-mail.ts';

const none = new Set<never>();
const nobody = { mentions: false };
const mail = (given: Partial<ParsedMail>) => ({ text: '', htmlText: '', from: { name: '', address: '' }, ...given });

test('a subject is a topic without the marks of answers', () => {
  for (const [subject, topic] of [
    ['Gate 4 is stuck', 'Gate 4 is stuck'],
    ['Re: Fwd: AW: Gate 4', 'Gate 4'],
    ['Re[2]: Gate', 'Gate'],
    ['Regarding: gates', 'Regarding: gates'],
    ['a\r\n b\u0007', 'a b'],
    ['  ', 'Email with no subject'],
    ['Re: ', 'Email with no subject'],
    ['x'.repeat(70), `${'x'.repeat(57)}...`],
  ])
    assert.equal(topicOf({ subject: subject! }), topic);
});

test('a quote at the end and a signature are left out unless asked for, and nobody is mentioned', () => {
  const text = 'Hello @**all**\n\n-- \nNils\n\nOn Mon, 2 Mar 2026, Mara wrote:\n> old\n> words\n';
  assert.equal(textOfMail(mail({ text }), none, nobody), 'Hello @\u200b**all**');
  assert.equal(textOfMail(mail({ text }), new Set(['include-footer']), nobody), 'Hello @\u200b**all**\n\n-- \nNils');
  assert.match(textOfMail(mail({ text }), new Set(['include-quotes', 'include-footer']), nobody), /Nils.*> words$/s);
  const signed = mail({ text: 'Hi\n> old\n-- \nNils' });
  assert.equal(textOfMail(signed, new Set(['include-quotes']), nobody), 'Hi\n> old');
  assert.equal(textOfMail(signed, none, nobody), 'Hi');
  const from = { name: 'Mara *Mail*', address: 'mara@parts.example' };
  assert.equal(
    textOfMail(mail({ text: 'Hi', from }), new Set(['show-sender']), nobody),
    '**From:** Mara Mail <mara@parts.example>\n\nHi',
  );
  for (const [given, retained] of [
    ['Yes.\n\nOn Mon, 2 Mar 2026 Mara Mail\n<mara@parts.example> wrote:\n\n> When?\n>\n> M.', 'Yes.'],
    ['Fine.\n\n-----Original Message-----\nFrom: Mara\nold', 'Fine.'],
    ['Good.\n\nFrom: Hubbub <hubbub@mail.example>\nSent: Monday\nTo: Nils\nSubject: gates\n\nold', 'Good.'],
    ['Gut.\n\n*Von:* Hubbub\n*Gesendet:* Montag\n*Betreff:* gates\n\nold', 'Gut.'],
    ['From: the yard, not the gate.', 'From: the yard, not the gate.'],
    ['Am Mo., 2. März 2026 um 09:00 Uhr schrieb Hubbub <hubbub@mail.example>:\n\n> When?', ''],
    ['Yes.\n\nMara wrote: \n> When?', 'Yes.'],
    ['> When?\nAt nine.\n> Where?\nGate 4.', '> When?\nAt nine.\n> Where?\nGate 4.'],
    ['> only a quote', '> only a quote'],
    ['Bring:\n- two\n- three', 'Bring:\n- two\n- three'],
    ['-- \nonly a signature', '-- \nonly a signature'],
  ] as const)
    assert.equal(textOfMail(mail({ text: given }), none, nobody), retained);
});

test('a person who answers a notice may mention people', () => {
  assert.equal(textOfMail(mail({ text: 'Hello @**all**' }), none, { mentions: true }), 'Hello @**all**');
});

test('HTML is taken where there is no plain text, or where it is asked for', () => {
  const htmlText = 'of HTML';
  assert.equal(textOfMail(mail({ htmlText }), none, nobody), 'of HTML');
  assert.equal(textOfMail(mail({ htmlText, text: 'plain' }), none, nobody), 'plain');
  assert.equal(textOfMail(mail({ htmlText, text: 'plain' }), new Set(['prefer-html']), nobody), 'of HTML');
});

test('an address is the name of the channel, a token, and what is asked for', () => {
  const token = '0123456789abcdef0123456789abcdef';
  assert.equal(mailAddress('Gäte 4 / South', token, 'mail.example'), `ga-te-4-south.${token}@mail.example`);
  assert.equal(mailAddress('会議', token, 'mail.example'), `${token}@mail.example`);
  const read = (address: string) => readMailAddress(address, 'mail.example');
  const reply = `${token}89abcdef`;
  assert.deepEqual(read(replyAddress(reply, 'mail.example')), { kind: 'reply', token: reply, options: new Set() });
  assert.deepEqual(read(`x.${token}.show-sender.prefer-html@MAIL.example`), {
    kind: 'channel',
    token,
    options: new Set(['prefer-html', 'show-sender']),
  });
  assert.deepEqual(read(`${token.toUpperCase()}@mail.example`), { kind: 'channel', token, options: new Set() });
  for (const wrong of [
    `${token}@other.example`,
    `${token}`,
    'show-sender@mail.example',
    '@mail.example',
    `${token}x@mail.example`,
  ])
    assert.equal(read(wrong), undefined);
});
