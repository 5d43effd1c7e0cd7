import { type Html, html } from '../http/html.ts';
import { block, inline } from './inline.ts';
import { type Operation, type Parameter, referredName, type Schema, withErrorLinks } from './open-api.ts';
import { fieldRow, propertiesOf, typeOf } from './schema-view.ts';
import { snippetsOf } from './snippets.ts';

const SENT_BY_FORM = ['application/json', 'application/x-www-form-urlencoded'];
const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' } as const;

/** One operation: what it does, what goes in, what comes back, how to send it, and a form that sends it. */
export function operationView(api: string, operation: Operation, schemas: Readonly<Record<string, Schema>>): Html {
  const { id, method, path, summary, description, isDeprecated, body, responses } = operation;
  const [success, ...errors] = responses;
  return html`<section class="operation" id="${id}" data-search="${`${method} ${path} ${summary}`.toLowerCase()}">
<h2><a class="anchor" href="#${id}">${summary}</a></h2>
<p class="line"><code class="method" data-method="${method}">${method}</code> <code class="path">${path}</code>${isDeprecated && html` <span class="required">deprecated</span>`}</p>
${description !== undefined && block(description)}
<p class="hint">${signInText(operation, api)}</p>
${parametersView(api, operation)}
${
  body &&
  html`<h3>Body</h3>
<p class="hint"><code>${body.type}</code>${body.schema && html`: ${typeOf(api, body.schema)}`}</p>
${body.schema && propertiesOf(api, body.schema.$ref ? schemas[referredName(body.schema.$ref)]! : body.schema, 'required')}`
}
${success && answerView(api, success)}
${snippetsView(api, operation)}
${errors.length > 0 && html`<details><summary>Errors</summary><dl class="fields">${errors.map(({ status, description: text }) => html`<dt><code>${status}</code></dt><dd>${block(withErrorLinks(text, `/docs/${api}/errors`))}</dd>`)}</dl></details>`}
${tryView(operation)}
</section>
`;
}

/** A webhook: the request that the server sends. */
export function webhookView(api: string, { id, path, summary, parameters, body, responses }: Operation): Html {
  return html`<section class="operation" id="${id}" data-search="${`${path} ${summary}`.toLowerCase()}">
<h2><a class="anchor" href="#${id}">${summary}</a></h2>
<p class="line"><code class="path">${path}</code></p>
<dl class="fields">${parameters.map((each) => parameterRow(api, each))}</dl>
${body?.schema && html`<h3>Body</h3>${propertiesOf(api, body.schema, 'optional')}${exampleView(body.example)}`}
<details><summary>Your answer</summary><dl class="fields">${responses.map(({ status, description }) => html`<dt><code>${status}</code></dt><dd>${block(description)}</dd>`)}</dl></details>
</section>
`;
}

function signInText({ security }: Operation, api: string): string {
  if (api === 'session')
    return security.length > 0 ? 'For a browser that is signed in.' : 'Nobody needs to be signed in.';
  if (security.length === 0) return 'No key is needed.';
  const names = security.map((each) =>
    each === '' ? 'no key, for what everybody may read' : each === 'worker' ? "a driver's token" : 'an API key',
  );
  return `Needs ${names.join(', or ')}.`;
}

function parametersView(api: string, { parameters }: Operation): Html {
  const groups = Object.entries(PLACES).map(([place, title]) => ({
    title,
    rows: parameters.filter((each) => each.in === place),
  }));
  return html`${groups
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ title, rows }) =>
        html`<h3>${title}</h3><dl class="fields">${rows.map((each) => parameterRow(api, each))}</dl>`,
    )}`;
}

function parameterRow(api: string, { name, description, required = false, schema, content }: Parameter): Html {
  const inJson = content?.['application/json']?.schema;
  const shown = inJson ?? schema ?? {};
  const type = inJson ? html`JSON: ${typeOf(api, inJson)}` : typeOf(api, shown);
  const inner = propertiesOf(api, shown, 'required');
  return fieldRow({
    name,
    type,
    schema: shown,
    mark: required && 'required',
    inner,
    ...(description && { description }),
  });
}

function answerView(api: string, { status, description, content = {} }: Operation['responses'][number]): Html {
  const [media] = Object.entries(content);
  const [type, { schema, example } = {}] = media ?? [];
  return html`<h3>Answer <code>${status}</code></h3>
<p class="hint">${type ? html`<code>${type}</code>${schema && html`: ${typeOf(api, schema)}`}` : inline(description)}</p>
${schema && propertiesOf(api, schema, 'optional')}
${exampleView(example)}`;
}

/** A recorded value, as JSON; nothing for undefined. */
export function exampleView(example: unknown): Html | false {
  return example !== undefined && html`<pre tabindex="0"><code>${JSON.stringify(example, undefined, 2)}</code></pre>`;
}

function snippetsView(api: string, operation: Operation): Html | undefined {
  const snippets = snippetsOf(operation, api);
  if (snippets.length === 0) return undefined;
  return html`<h3>Code</h3>
${snippets.map(
  ({ language, title, code }, index) =>
    html`<details class="snippet" name="snippet-${operation.id}" data-language="${language}"${index === 0 && html` open`}><summary>${title}</summary><pre tabindex="0"><code>${code}</code></pre></details>`,
)}`;
}

/** First content of the form that sends an operation; the script of the page makes the form of it. Files are sent by code. */
function tryView({ method, path, parameters, body, security }: Operation): Html | undefined {
  if (body && !SENT_BY_FORM.includes(body.type)) return undefined;
  const form = {
    method,
    path,
    security,
    parameters: parameters
      .filter(({ in: place }) => place !== 'header')
      .map(({ name, in: place, required = false, example, content }) => ({
        name,
        place,
        isRequired: required,
        value: textOf(example ?? content?.['application/json']?.example),
      })),
    body: body && {
      type: body.type,
      value: body.example === undefined ? '' : JSON.stringify(body.example, undefined, 2),
    },
  };
  return html`<div data-try="${JSON.stringify(form)}"></div>`;
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
