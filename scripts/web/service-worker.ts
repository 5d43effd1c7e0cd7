import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const WEB = path.resolve(import.meta.dirname, '../../web');
const SOURCE = path.join(WEB, 'shared', 'offline', 'service-worker.js');

/** Apps that work without a network, and the files they need beside those named by their parts. */
const APPS: Readonly<Record<string, readonly string[]>> = {
  chat: ['/favicon.svg'],
  driver: ['/favicon.svg', '/driver.webmanifest'],
};
/**
 * Large, and not needed by everybody: what reads barcodes for phones that cannot by themselves, and what draws streets. Phones get
 * it where data cost nothing.
 */
const LATER = { file: /\.wasm$/, part: /\/driver\/map\/map-view\.ts$/ };

/**
 * Writes the service worker of each app that works without a network: with the list of everything that the app may load, so
 * that a device has all of one build or nothing of it. An app's own `service-worker.js` follows what all have.
 */
export function serviceWorkers(): Plugin {
  return {
    name: 'hubbub:service-workers',
    apply: 'build',
    // After parts that turned out to hold nothing but styles are gone.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [app, also] of Object.entries(APPS)) {
          const entry = Object.values(bundle).find(
            (part): part is Rolldown.OutputChunk =>
              part.type === 'chunk' && part.isEntry && part.facadeModuleId?.endsWith(`/${app}/index.html`) === true,
          );
          if (!entry) continue;
          const addressesOf = (files: Set<string>) => [...files].sort().map((file) => `/${file}`);
          const all = addressesOf(filesOf(bundle, entry));
          const first = addressesOf(filesOf(bundle, entry, LATER.part)).filter((file) => !LATER.file.test(file));
          const built = {
            app,
            build: process.env.HUBBUB_BUILD ?? 'development',
            entry: `/${entry.fileName}`,
            files: [...first, ...also],
            later: all.filter((file) => !first.includes(file)),
          };
          const sources = [SOURCE, path.join(WEB, app, 'service-worker.js')].filter((file) => existsSync(file));
          this.emitFile({
            type: 'asset',
            // At the top, so that it may serve the app's own address too.
            fileName: `${app}-worker.js`,
            source: [
              `const BUILT = ${JSON.stringify(built)};`,
              ...sources.map((file) => readFileSync(file, 'utf8')),
            ].join('\n'),
          });
        }
      },
    },
  };
}

/** Returns the files that an entry loads, now or later. @param but the part that is left out, with what only it loads */
function filesOf(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk, but?: RegExp): Set<string> {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== 'chunk') return;
    if (but && chunk.facadeModuleId && but.test(chunk.facadeModuleId)) return;
    files.add(name);
    const { importedCss, importedAssets } = chunk.viteMetadata ?? {};
    for (const file of [...(importedCss ?? []), ...(importedAssets ?? [])]) files.add(file);
    for (const each of [...chunk.imports, ...chunk.dynamicImports]) add(each);
  };
  add(entry.fileName);
  return files;
}
