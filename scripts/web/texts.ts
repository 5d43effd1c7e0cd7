import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { compileCatalogue } from '../../src/platform/texts/compile.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../texts');
const PREFIX = 'texts:';

/**
 * Gives `texts:NAME` the catalogue of that name in every language that has it, compiled: by language, a function that makes its
 * messages. No parser of messages is in a page.
 */
export function textCatalogues(): Plugin {
  return {
    name: 'hubbub:texts',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const file = `${id.slice(PREFIX.length + 1)}.json`;
      const languages = readdirSync(FOLDER).filter((language) => existsSync(path.join(FOLDER, language, file)));
      const members = languages.map((language) => {
        const source = path.join(FOLDER, language, file);
        this.addWatchFile(source);
        const body = compileCatalogue(language, JSON.parse(readFileSync(source, 'utf8')));
        return `${JSON.stringify(language)}: () => {\n${body}\n}`;
      });
      return { code: `export default { ${members.join(',\n')} };`, map: null };
    },
  };
}
