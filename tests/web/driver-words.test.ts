import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import { compileCatalogue } from '../../src/platform/texts/compile.ts';

type Say = (values: Record<string, unknown>) => string;

const folder = path.resolve(import.meta.dirname, '../../texts');

/** Returns a message of the driver's app by its file and its keys. */
function messageOf(language: string, file: string, keys: string): Say {
  const source = JSON.parse(readFileSync(path.join(folder, language, 'driver', `${file}.json`), 'utf8'));
  const words = compileFunction(compileCatalogue(language, source))();
  return keys.split('.').reduce((part, key) => part[key], words);
}

/** Each message that counts: its file, its keys, what it counts, and how one and two read. */
const CASES = {
  en: [
    ['stop', 'quantity', 'count', '1 piece', '2 pieces'],
    ['stop', 'later', 'count', 'Then 1 more', 'Then 2 more'],
    ['stop', 'alsoHere', 'count', '1 more delivery at this place', '2 more deliveries at this place'],
    ['stop', 'wrongPin', 'left', 'This PIN is wrong: 1 try is left.', 'This PIN is wrong: 2 tries are left.'],
    ['driver', 'sent.photos', 'count', '1 picture', '2 pictures'],
    ['driver', 'clock', 'minutes', /^This phone’s clock is 1 minute behind/, /clock is 2 minutes behind/],
    ['driver', 'me.signOutText', 'count', /^1 action is not sent\. It stays/, /^2 actions are not sent\. They stay/],
    ['sign-in', 'unsent', 'count', /^1 action is stored.* It is sent/, /^2 actions are stored.* They are sent/],
  ],
  de: [
    ['stop', 'quantity', 'count', '1 Stück', '2 Stück'],
    ['stop', 'later', 'count', 'Danach noch 1', 'Danach noch 2'],
    ['stop', 'alsoHere', 'count', 'Noch 1 Zustellung am selben Ort', 'Noch 2 Zustellungen am selben Ort'],
    ['stop', 'wrongPin', 'left', 'Diese PIN ist falsch: noch 1 Versuch.', 'Diese PIN ist falsch: noch 2 Versuche.'],
    ['driver', 'sent.photos', 'count', '1 Foto', '2 Fotos'],
    ['driver', 'clock', 'minutes', /geht 1 Minute nach\./, /geht 2 Minuten nach\./],
    ['driver', 'me.signOutText', 'count', /^1 \p{Lu}\p{L}+ ist .* Sie bleibt/u, /^2 \p{Lu}\p{L}+ sind .* Sie bleiben/u],
    ['sign-in', 'unsent', 'count', /^1 Aktion liegt .* wird gesendet/, /^2 Aktionen liegen .* werden gesendet/],
  ],
} as const;

for (const language of ['en', 'de'] as const)
  test(`the driver’s app counts as people do: one piece is one piece (${language})`, () => {
    for (const [file, keys, counted, ...texts] of CASES[language]) {
      const say = messageOf(language, file, keys);
      for (const [index, words] of texts.entries()) {
        const text = say({ [counted]: index + 1, ahead: false });
        if (typeof words === 'string') assert.equal(text, words);
        else assert.match(text, words);
      }
    }
  });
