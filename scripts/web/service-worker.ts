import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCE = path.join(ROOT, 'web', 'driver', 'service-worker.js');

/** The name under which browsers ask for it; at the top, so that it may serve `/driver` itself. */
const NAME = 'driver-worker.js';
/** Files that the app needs beside those named by its parts. */
const ALSO = ['/favicon.svg', '/driver.webmanifest'];
/** Large, and needed by phones that cannot read barcodes by themselves: they get it where data cost nothing. */
const LATER = /\.wasm$/;

/**
 * Writes the service worker of the driver's app: with the list of everything that the app may load, so that a phone has all of
 * one build or nothing of it.
 */
export function driverServiceWorker(): Plugin {
  return {
    name: 'hubbub:driver-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find(
        (part): part is Rolldown.OutputChunk =>
          part.type === 'chunk' && part.isEntry && part.facadeModuleId?.endsWith('/driver/index.html') === true,
      );
      if (!entry) return;
      const addresses = [...filesOf(bundle, entry)].sort().map((file) => `/${file}`);
      const given = {
        build: process.env.HUBBUB_BUILD ?? 'development',
        entry: `/${entry.fileName}`,
        files: [...addresses.filter((file) => !LATER.test(file)), ...ALSO],
        later: addresses.filter((file) => LATER.test(file)),
      };
      this.emitFile({
        type: 'asset',
        fileName: NAME,
        source: `const BUILT = ${JSON.stringify(given)};\n${readFileSync(SOURCE, 'utf8')}`,
      });
    },
  };
}

/** Returns the files that an entry loads, now or later. */
function filesOf(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk): Set<string> {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== 'chunk') return;
    files.add(name);
    const { importedCss, importedAssets } = chunk.viteMetadata ?? {};
    for (const file of [...(importedCss ?? []), ...(importedAssets ?? [])]) files.add(file);
    for (const each of [...chunk.imports, ...chunk.dynamicImports]) add(each);
  };
  add(entry.fileName);
  return files;
}
