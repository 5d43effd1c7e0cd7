import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServedDocument } from '../../platform/http/serve-openapi.ts';
import { lazy } from '../../platform/lazy.ts';
import { GUIDES } from '../guides/render-guide.ts';
import { type Html, html } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import type { OwnDocument } from '../http/page.ts';
import { pageScript } from '../http/page-script.ts';
import { sendView } from '../http/send.ts';
import { STYLESHEET } from '../http/stylesheet.ts';
import { block, inline } from './inline.ts';
import { type Api, type OpenApi, readApi, type Schema } from './open-api.ts';
import { exampleView, operationView, webhookView } from './operation-view.ts';
import { propertiesOf, typeOf } from './schema-view.ts';

const ROOT = '/docs';

/** Search, copying, and the form that sends a request; the pages are whole without it. */
export const referenceScript = pageScript('reference/reference.js');

interface Page {
  title: string;
  body: () => Html;
}

/**
 * Serves the reference of the APIs under `/docs`: an index of all operations, and a page for each group, the schemas and the
 * webhooks of each API. Everything comes from the OpenAPI documents.
 */
export function serveReference(app: FastifyInstance, documents: readonly ServedDocument[]): void {
  const apis = lazy(() =>
    documents.map(({ name, path: at, read }) => readApi(name.toLowerCase(), at, read() as OpenApi)),
  );
  const pages = lazy(() => new Map(pagesOf(apis())));
  const bodies = new Map<string, Html>();
  const document = lazy(ownDocument);
  const send = (reply: FastifyReply, address: string) => {
    const page = pages().get(address);
    if (!page) return reply.callNotFound();
    const body = bodies.get(address) ?? html`${sideView(apis(), address)}<div class="content">${page.body()}</div>`;
    bodies.set(address, body);
    return sendView(reply, languageOf('en'), {
      title: page.title,
      body,
      organization: 'Hubbub',
      document: document(),
      script: referenceScript.path,
    });
  };
  app.get(ROOT, (_request, reply) => send(reply, ROOT));
  for (const { name } of documents) {
    const prefix = `${ROOT}/${name.toLowerCase()}`;
    app.get<{ Params: { page: string } }>(`${prefix}/:page`, (request, reply) =>
      send(reply, `${prefix}/${request.params.page}`),
    );
  }
}

function ownDocument(): OwnDocument {
  const styles = readFileSync(path.join(import.meta.dirname, 'reference.css'), 'utf8');
  return {
    language: 'en',
    direction: 'ltr',
    stylesheet: `${STYLESHEET}\n${styles}`.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\n\s*/g, '\n'),
    header: html`<a class="brand" href="${ROOT}">Hubbub API</a><nav aria-label="Documents"><a href="${GUIDES}">Guides</a></nav>`,
  };
}

function pagesOf(apis: readonly Api[]): [address: string, Page][] {
  return [
    [ROOT, { title: 'API reference', body: () => indexView(apis) }],
    ...apis.flatMap((api): [string, Page][] => [
      ...api.groups.map((group): [string, Page] => [
        `${ROOT}/${api.slug}/${group.slug}`,
        {
          title: group.name,
          body: () =>
            html`<p>${inline(group.description)}</p>${group.operations.map((each) => operationView(api.slug, each, api.schemas))}`,
        },
      ]),
      ...(api.errors.length > 0
        ? [
            [
              `${ROOT}/${api.slug}/errors`,
              { title: `Errors of the ${api.slug} API`, body: () => errorsView(api) },
            ] satisfies [string, Page],
          ]
        : []),
      [`${ROOT}/${api.slug}/schemas`, { title: `Schemas of the ${api.slug} API`, body: () => schemasView(api) }],
      ...(api.webhooks.length > 0
        ? [
            [
              `${ROOT}/${api.slug}/webhooks-sent`,
              { title: 'Webhooks that Hubbub sends', body: () => webhooksView(api) },
            ] satisfies [string, Page],
          ]
        : []),
    ]),
  ];
}

function sideView(apis: readonly Api[], current: string): Html {
  const link = (address: string, name: string) =>
    html`<li><a href="${address}"${address === current && html` aria-current="page"`}>${name}</a></li>`;
  return html`<nav class="side" aria-label="Groups">
<details open><summary>All groups</summary>
<ul>${link(ROOT, 'All operations')}</ul>
${apis.map(
  (api) => html`<p class="of">${api.title.replace(/^Hubbub (.)/, (_, first: string) => first.toUpperCase())}</p><ul>
${api.groups.map(({ name, slug }) => link(`${ROOT}/${api.slug}/${slug}`, name))}
${api.webhooks.length > 0 && link(`${ROOT}/${api.slug}/webhooks-sent`, 'Webhooks that Hubbub sends')}
${api.errors.length > 0 && link(`${ROOT}/${api.slug}/errors`, 'Errors')}
${link(`${ROOT}/${api.slug}/schemas`, 'Schemas')}
</ul>`,
)}
</details>
</nav>
`;
}

function indexView(apis: readonly Api[]): Html {
  return html`<div data-find></div>
${apis.map(
  (api) => html`<h2>${api.title}</h2>
${api.description !== undefined && block(api.description)}
<p class="hint"><a href="${api.address}">OpenAPI document</a></p>
${api.groups.map((group) => {
  const address = `${ROOT}/${api.slug}/${group.slug}`;
  return html`<section data-group><h3><a href="${address}">${group.name}</a></h3>
<ul class="operations">${group.operations.map(
    ({ id, method, path: at, summary }) =>
      html`<li data-search="${`${method} ${at} ${summary}`.toLowerCase()}"><a class="row" href="${address}#${id}"><code class="method" data-method="${method}">${method}</code> <span>${summary}</span> <code class="path">${at}</code></a></li>
`,
  )}</ul></section>`;
})}`,
)}`;
}

function schemasView({ slug, schemas }: Api): Html {
  return html`<p>Types that several operations share.</p>
${Object.entries(schemas).map(
  ([
    name,
    schema,
  ]) => html`<section class="operation" id="${name}"><h2><a class="anchor" href="#${name}">${name}</a></h2>
${schema.description !== undefined && block(schema.description)}
<p class="hint">${typeOf(slug, schema)}</p>
${propertiesOf(slug, schema, 'optional')}${schemaExamplesView(schema)}</section>
`,
)}`;
}

/** Examples of a schema, each folded under what tells it from the others: its `type`, and its `op` if it has one. */
function schemaExamplesView({ examples = [] }: Schema): Html | false {
  return (
    examples.length > 0 &&
    html`<h3>Examples</h3>
${(examples as { type: string; op?: string }[]).map(
  (example) =>
    html`<details><summary><code>${example.type}</code>${example.op !== undefined && html` <code>${example.op}</code>`}</summary>${exampleView(example)}</details>`,
)}`
  );
}

function errorsView({ errors }: Api): Html {
  return html`<p>Every error has a code for programs and a text for people. <a href="${GUIDES}/errors">The guide</a> says how to handle them.</p>
${errors.map(
  ({
    code,
    status,
    description,
    example,
  }) => html`<section class="operation" id="${code}" data-search="${code.toLowerCase()}">
<h2><a class="anchor" href="#${code}">${code}</a></h2>
<p class="line"><code>${status}</code></p>
${block(description)}
${exampleView(example)}</section>
`,
)}`;
}

function webhooksView(api: Api): Html {
  return html`<p>Requests that Hubbub sends to the address of a webhook. <a href="${GUIDES}/webhooks">The guide</a> has signatures, order and retries.</p>
${api.webhooks.map((each) => webhookView(api.slug, each))}`;
}
