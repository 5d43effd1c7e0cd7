import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import type { OwnDocument } from '../http/page.ts';
import { sendView } from '../http/send.ts';
import { STYLESHEET } from '../http/stylesheet.ts';
import { GUIDES, type RenderedGuide, renderGuide } from './render-guide.ts';

/** The files that a reader of the repository has. */
const FOLDER = path.resolve(import.meta.dirname, '../../../docs/guides');
const INDEX = 'README';

const TEXT_HEADERS = { 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' };

/** Serves the guides as pages and as Markdown, and `/llms.txt`, which lists them (https://llmstxt.org). */
export function serveGuides(app: FastifyInstance): void {
  const texts = new Map(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.md'))
      .map((file) => [path.basename(file, '.md'), readFileSync(path.join(FOLDER, file), 'utf8')]),
  );
  const rendered = new Map<string, RenderedGuide>();
  const document = ownDocument();
  const sendPage = (reply: FastifyReply, name: string) => {
    const guide = rendered.get(name) ?? renderGuide(texts.get(name)!);
    rendered.set(name, guide);
    return sendView(reply, languageOf('en'), { ...guide, organization: 'Hubbub', document });
  };
  app.get(GUIDES, (_request, reply) => sendPage(reply, INDEX));
  for (const [name, text] of texts) {
    if (name !== INDEX) app.get(`${GUIDES}/${name}`, (_request, reply) => sendPage(reply, name));
    app.get(`${GUIDES}/${name}.md`, (_request, reply) => sendText(reply, 'text/markdown', text));
  }
  app.get('/llms.txt', (_request, reply) => sendText(reply, 'text/plain', listOf(texts)));
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.headers(TEXT_HEADERS).type(`${type}; charset=utf-8`).send(text);
}

function ownDocument(): OwnDocument {
  const styles = readFileSync(path.join(import.meta.dirname, 'guides.css'), 'utf8');
  return {
    language: 'en',
    direction: 'ltr',
    stylesheet: `${STYLESHEET}\n${styles}`.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\n\s*/g, '\n'),
    header: html`<a class="brand" href="${GUIDES}">Hubbub guides</a><nav aria-label="Documents"><a href="/docs">API reference</a></nav>`,
  };
}

/** The index, with links to the Markdown of each guide. */
function listOf(texts: ReadonlyMap<string, string>): string {
  const [, lead = ''] = /^# .*\n\n(.*?)\n## /s.exec(texts.get(INDEX)!) ?? [];
  const index = texts.get(INDEX)!.slice(texts.get(INDEX)!.indexOf('\n## '));
  const guides = index.replaceAll(/\]\(([\w-]+)\.md\)/g, `](${GUIDES}/$1.md)`);
  return `# Hubbub\n\n> ${lead.trim().replaceAll('\n', '\n> ')}\n${guides}
## Reference

- [Chat API](/api/v1/openapi.json): OpenAPI 3.1
- [Dispatch API](/api/v2/openapi.json): OpenAPI 3.1
`;
}
