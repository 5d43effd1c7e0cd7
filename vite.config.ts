import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { cssLayers } from './scripts/web/css-layers.ts';
import { firstVisitChunks, isLoadedWith } from './scripts/web/first-visit.ts';
import { iconSprite } from './scripts/web/icon-sprite.ts';
import { noScriptSentence } from './scripts/web/no-script.ts';
import { serviceWorkers } from './scripts/web/service-worker.ts';
import { textCatalogues } from './scripts/web/texts.ts';

const root = path.join(import.meta.dirname, 'web');

/** Where `npm run web` sends what only a running Hubbub has. */
const SERVER = process.env.HUBBUB_URL ?? 'http://127.0.0.1:9800';
const SERVED_BY_HUBBUB = ['/api', '/user_uploads', '/avatar', '/tiles', '/pages', '/sign-in'];

/** One HTML entry for each app. */
const apps = readdirSync(root, { withFileTypes: true, recursive: false })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => path.join(root, name, 'index.html'))
  .filter((file) => readdirSync(path.dirname(file)).includes('index.html'));

/** Every widget in every state, for whoever builds pages. */
const GALLERY = path.join(root, 'gallery', 'index.html');

/** Style sheets, and the scripts of a conversation, which is the first that most visits show. */
const isPreloaded = (name: string) => name.endsWith('.css') || name.includes('conversation-of-');

/** The largest scripts of what most visits show. */
const RUN_AT_ONCE = ['admin-chat-dispatch-driver', 'chat', 'chat-later-dispatch', 'conversation-of-chat-dispatch'];

/**
 * Has Chromium compile whole scripts beside the page while they come in (explicit compile hints, in their first line): left to
 * itself, it stops the page for hundreds of functions, each when it is first called. Other browsers read a comment.
 */
const compiledAtOnce = (): Plugin => ({
  name: 'hubbub:compiled-at-once',
  generateBundle: {
    // Vite writes a line before the others too.
    order: 'post',
    handler(_options, bundle) {
      for (const each of Object.values(bundle))
        if (each.type === 'chunk' && RUN_AT_ONCE.includes(each.name))
          each.code = `//# allFunctionsCalledOnLoad\n${each.code}`;
    },
  },
});

export default defineConfig(({ command }) => ({
  root,
  // Addresses of apps are made by the server; a path that is nobody's is not the first app's.
  appType: 'mpa',
  plugins: [cssLayers(), iconSprite(), textCatalogues(), noScriptSentence(), serviceWorkers(), compiledAtOnce()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: command === 'serve' } },
  define: { __BUILD__: JSON.stringify(process.env.HUBBUB_BUILD ?? 'development') },
  build: {
    target: 'es2024',
    manifest: 'manifest.json',
    // The Content-Security-Policy allows pictures from data: addresses, and scripts and styles from files alone.
    assetsInlineLimit: 0,
    // A page names all that it imports, which comes at once. Names of scripts that a part imports would stand in what a first
    // visit loads; its style sheets must be there in time.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, names, { hostId, hostType }) =>
        hostType === 'html' ? names : names.filter((name) => isPreloaded(name) && !isLoadedWith(hostId, name, apps)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // A page that the server writes loads the last one after a touch, and calls what it exports.
      preserveEntrySignatures: 'allow-extension',
      input: [...apps, path.join(root, 'tracking-map', 'map-view.ts')],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: firstVisitChunks(
                apps.filter((app) => app !== GALLERY),
                {
                  drafts: path.join(root, 'chat', 'data', 'drafts-on-disk.ts'),
                  conversation: path.join(root, 'chat', 'conversation', 'screen.tsx'),
                },
                [GALLERY],
              ),
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: [import.meta.dirname] },
    proxy: Object.fromEntries(SERVED_BY_HUBBUB.map((start) => [start, { target: SERVER }])),
  },
}));
