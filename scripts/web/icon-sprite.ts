import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ICONS = path.join(ROOT, 'node_modules', 'lucide-static', 'icons');
const NAMES = path.join(ROOT, 'web', 'shared', 'ui', 'icon-names.json');
const SPRITE = path.join(ROOT, 'node_modules', '.cache', 'icons.svg');

/** Gives `hubbub:icons` the address of one file with the drawings that `icon-names.json` names, and no others. */
export function iconSprite(): Plugin {
  return {
    name: 'hubbub:icon-sprite',
    buildStart() {
      this.addWatchFile(NAMES);
      const names: string[] = JSON.parse(readFileSync(NAMES, 'utf8'));
      mkdirSync(path.dirname(SPRITE), { recursive: true });
      writeFileSync(SPRITE, `<svg xmlns="http://www.w3.org/2000/svg">${names.map(symbolOf).join('')}</svg>\n`);
    },
    resolveId: (id) => (id === 'hubbub:icons' ? `${SPRITE}?url&no-inline` : undefined),
  };
}

/** Colour and width of the lines come from the page that uses the drawing. */
function symbolOf(name: string): string {
  const drawing = readFileSync(path.join(ICONS, `${name}.svg`), 'utf8');
  const content = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(drawing)![1]!;
  return `<symbol id="${name}" viewBox="0 0 24 24">${content.replaceAll(/\s*\n\s*/g, '')}</symbol>`;
}
