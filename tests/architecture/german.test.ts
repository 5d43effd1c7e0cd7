import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './imports.ts';

/** Returns the German part of a file that contains other languages too. */
const GERMAN = /^ {2}de: \{.*?^ {2}\},|^const (?:de|inGerman)\b.*?^\}\)?;/gmsu;

const FAMILIAR = 'du|dich|dir|dein(?:e[mnrs]?)?|euch|eu(?:er|re[mnrs]?)|macht ihr|ihr macht';
const VERBS = 'kannst|willst|musst|hast|hattest|bist|warst|wirst|möchtest|darfst|sollst|findest|bekommst';
/** Demands that are no other words as well. */
const DEMANDS =
  'wähle|gib|melde|öffne|prüfe|lege|scanne|tippe|fülle|bestätige|schließe|drucke|lass|schick|fang|geh|sag|hebe';
const FORMS = new RegExp(String.raw`(?<!\p{L})(?:${FAMILIAR}|${VERBS}|${DEMANDS})(?!\p{L})`, 'iu');

test('German speaks to everybody as “Sie”', async () => {
  assert.ok(['Das darfst du nicht.', 'Öffne ihn.', 'Was macht ihr?', 'Dein Konto'].every((text) => FORMS.test(text)));
  assert.ok(!FORMS.test('Öffnen Sie Ihr Konto: Es gehört Ihnen, und seine Folgen hat niemand zu prüfen.'));
  const found: string[] = [];
  let read = 0;
  for await (const file of glob('{{src,web}/**/*.ts,texts/de/**/*.json}', {
    cwd: root,
    exclude: (name) => /^(?:dist|wire)$/.test(name),
  })) {
    const text = await readFile(path.join(root, file), 'utf8');
    const german =
      file.endsWith('.json') || /^de(?:-.*)?\.ts$/.test(path.basename(file)) ? [text] : (text.match(GERMAN) ?? []);
    const lines = german.flatMap((part) => part.split('\n')).filter((line) => /['`"]/.test(line));
    if (lines.length > 0) read++;
    found.push(...lines.filter((line) => FORMS.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  assert.ok(read > 30, `German in ${read} files`);
  assert.deepEqual(found, []);
});
