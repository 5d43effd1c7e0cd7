import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { memoized } from '../lazy.ts';
import { compileCatalogue } from './compile.ts';
import type { Catalogues } from './types.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../texts');

type CatalogueName = keyof Catalogues;

/** The messages of a catalogue. */
export type TextsOf<Name extends CatalogueName> = Catalogues[Name];

/** Returns the languages that have a catalogue, by their tags: each is a folder of `texts/`. */
export function languagesOf(name: CatalogueName): string[] {
  return readdirSync(FOLDER)
    .filter((language) => existsSync(fileOf(language, name)))
    .sort();
}

/**
 * Returns a catalogue's messages in a language; in English where that language lacks it.
 * @param language a BCP 47 tag, of which the first part counts: `de`, `de-AT`, `de_DE`
 */
export function textsIn<Name extends CatalogueName>(name: Name, language: string): Catalogues[Name] {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return load(`${languages(name).includes(base) ? base : 'en'}/${name}`) as Catalogues[Name];
}

const languages = memoized(100, languagesOf);

const load = memoized(500, (file: string): object => {
  const [language = ''] = file.split('/');
  const filename = path.join(FOLDER, `${file}.json`);
  const body = compileCatalogue(language, JSON.parse(readFileSync(filename, 'utf8')));
  return compileFunction(body, [], { filename })();
});

function fileOf(language: string, name: CatalogueName): string {
  return path.join(FOLDER, language, `${name}.json`);
}
