import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { OF_BROWSERS, typeFiles } from '../../scripts/texts/types.ts';
import { argumentsOf, type CatalogueTree, compileCatalogue } from '../../src/platform/texts/compile.ts';
import { root } from './imports.ts';

const FOLDER = path.join(root, 'texts');

/** The languages that have every catalogue; another may have some (the tracking page, SMS), and English stands in for the rest. */
const WHOLE = ['en', 'de'];

interface Catalogue {
  language: string;
  /** Its path without the language, such as `driver/stop`. */
  name: string;
  messages: ReadonlyMap<string, string>;
  tree: CatalogueTree;
}

const catalogues = globSync('*/**/*.json', { cwd: FOLDER }).map((file): Catalogue => {
  const [language = '', ...rest] = file.split(path.sep);
  const tree = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
  return { language, name: rest.join('/').replace(/\.json$/, ''), tree, messages: new Map(messagesOf(tree, [])) };
});
const english = catalogues.filter(({ language }) => language === 'en');

function messagesOf(node: CatalogueTree[string], at: readonly string[]): [string, string][] {
  if (typeof node === 'string') return [[at.join('.'), node]];
  return Object.entries(node).flatMap(([key, member]) => messagesOf(member, [...at, key]));
}

test('each catalogue is valid ICU MessageFormat, and has the keys and arguments of the English one', () => {
  const faults: string[] = [];
  for (const { language, name, tree, messages } of catalogues) {
    const place = (key: string) => `texts/${language}/${name}.json: ${key}`;
    try {
      compileCatalogue(language, tree);
    } catch (error) {
      faults.push(place((error as Error).message));
      continue;
    }
    const source = english.find((each) => each.name === name);
    if (!source) faults.push(place('is not in English'));
    for (const key of messages.keys()) if (!source?.messages.has(key)) faults.push(place(`${key} is not in English`));
    for (const [key, text] of source?.messages ?? []) {
      const message = messages.get(key);
      if (message === undefined) faults.push(place(`${key} is missing`));
      else if (signature(message) !== signature(text))
        faults.push(place(`${key} takes ${signature(message)}, in English ${signature(text)}`));
    }
  }
  assert.deepEqual(faults, []);
});

/** Returns the arguments of a message. A number counts the same whether or not it selects a plural form. */
function signature(message: string): string {
  return JSON.stringify([...argumentsOf(message)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

test('every catalogue is in each language that we keep whole', () => {
  for (const language of WHOLE)
    assert.deepEqual(
      english.filter(({ name }) => !catalogues.some((each) => each.name === name && each.language === language)),
      [],
      language,
    );
});

test('every message is used', () => {
  const code = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (name) => /^(?:dist|dist\.tmp|wire)$/.test(name) })
      .filter((file) => !/\.test\.ts$|\.d\.ts$|platform\/texts\/types\.ts$/.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n');
  const ofServer = code('src/**/*.ts');
  const unused = english.flatMap(({ name, messages }) => {
    const [app = ''] = name.split('/');
    const text = OF_BROWSERS.includes(app)
      ? code(app === 'shared' ? '{web,scripts/web}/**/*.{ts,tsx}' : `web/${app}/**/*.{ts,tsx}`)
      : ofServer;
    return [...messages.keys()].filter((key) => !isUsed(key, text)).map((key) => `${name}: ${key}`);
  });
  assert.deepEqual(unused, []);
});

/**
 * A message is used by its name, as a member, taken out of its group, or written where a member is chosen by a value; or by a group
 * that it stands in, where the code takes that as a whole.
 */
function isUsed(key: string, code: string): boolean {
  // The members of a list, and texts by number, are chosen by a value.
  const names = key.replace(/\.\d+$/, '').split('.');
  const leaf = names.at(-1)!;
  const groups = names.slice(0, -1);
  return (
    new RegExp(String.raw`\.${leaf}\b|'${leaf}'|\{[^{}]*\b${leaf}\b[^{}]*\} = \w`).test(code) ||
    groups.some((group) => new RegExp(String.raw`\.${group}\b(?!\??\.|\()|\b${group}\[`).test(code))
  );
}

test('the types are those of the English catalogues', () => {
  for (const [file, text] of typeFiles())
    assert.equal(readFileSync(path.join(root, file), 'utf8'), text, `${file}: run npm run texts`);
});
