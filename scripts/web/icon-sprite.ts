import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { iconNames } from '../../web/shared/ui/icon-names.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ICONS = path.join(ROOT, 'node_modules', 'lucide-static', 'icons');
const SPRITE = path.join(ROOT, 'node_modules', '.cache', 'icons.svg');

/** Gives `hubbub:icons` the address of one file with the drawings that `icon-names.ts` names, and no others. */
export function iconSprite(): Plugin {
  return {
    name: 'hubbub:icon-sprite',
    buildStart() {
      mkdirSync(path.dirname(SPRITE), { recursive: true });
      writeFileSync(SPRITE, `<svg xmlns="http://www.w3.org/2000/svg">${iconNames.map(symbolOf).join('')}</svg>\n`);
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
