import type { Operation, Parameter } from './open-api.ts';

/** Code that sends an operation's example, in one language. */
export interface Snippet {
  language: string;
  title: string;
  code: string;
}

/** Kind of proof of who sends a request; its variables are those of the guides. */
type SignIn = 'chat' | 'key' | 'worker' | 'none';

/** A request as the snippets write it. */
interface Example {
  method: string;
  /** Behind `$HUBBUB_URL`, with the values of its parameters. */
  path: string;
  query: [name: string, value: string][];
  /** Fields of a form, or JSON. */
  body: { form: [name: string, value: string][] } | { json: unknown } | { file: 'in a form' | 'alone' } | undefined;
  signIn: SignIn;
  /** Whether the answer has no end: it is printed as it comes. */
  isStream: boolean;
}

/**
 * Returns how to send an operation from a shell and from TypeScript, Python and Go, with the values of its recorded example.
 * Empty for the API of the pages, which no program calls.
 */
export function snippetsOf(operation: Operation, api: string): Snippet[] {
  const example = exampleOf(operation, api);
  if (!example) return [];
  return [
    { language: 'sh', title: 'curl', code: curl(example) },
    { language: 'ts', title: 'TypeScript', code: typescript(example) },
    { language: 'python', title: 'Python', code: python(example) },
    { language: 'go', title: 'Go', code: go(example) },
  ];
}

function exampleOf(
  { method, path, parameters, body, security, responses }: Operation,
  api: string,
): Example | undefined {
  const isStream = responses.some(({ content }) => content?.['text/event-stream']);
  if (api === 'session') return undefined;
  const shownValue = (parameter: Parameter) => parameter.example ?? parameter.content?.['application/json']?.example;
  const ofPath = new Map(
    parameters.filter(({ in: place }) => place === 'path').map((each) => [each.name, shownValue(each)]),
  );
  return {
    method,
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
      ofPath.get(name) === undefined ? name.toUpperCase() : encodeURIComponent(written(ofPath.get(name))),
    ),
    query: parameters
      .filter((each) => each.in === 'query' && (each.required || shownValue(each) !== undefined))
      .map((each) => [each.name, written(shownValue(each) ?? each.name.toUpperCase())]),
    body: bodyOf(body),
    signIn: signInOf(security, api),
    isStream,
  };
}

/** A body as its recorded example has it; one that the recorded request did not have is not needed. */
function bodyOf(body: Operation['body']): Example['body'] {
  if (body?.type.startsWith('multipart/')) return { file: 'in a form' };
  if (body?.type.startsWith('image/')) return { file: 'alone' };
  if (body?.example === undefined) return undefined;
  if (body.type === 'application/json') return { json: body.example };
  return { form: Object.entries(body.example as object).map(([name, value]) => [name, written(value)]) };
}

function signInOf(security: readonly string[], api: string): SignIn {
  if (security.includes('key')) return api === 'chat' ? 'chat' : 'key';
  return security.includes('worker') ? 'worker' : 'none';
}

const isAlone = (body: Example['body']): boolean => body !== undefined && 'file' in body && body.file === 'alone';
const isInForm = (body: Example['body']): boolean => body !== undefined && 'file' in body && body.file !== 'alone';

/** A value as it stands in a query or a form: text as it is, everything else as JSON. */
const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const shell = (text: string): string => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`);

function curl({ method, path, query, body, signIn, isStream }: Example): string {
  const user = {
    chat: '-u "$CHAT_EMAIL:$CHAT_API_KEY"',
    key: '-u "$API_KEY:"',
    worker: '-H "Authorization: Bearer $TOKEN"',
    none: '',
  }[signIn];
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const implied = body ? 'POST' : 'GET';
  const parts = [
    [isStream ? 'curl -sN' : 'curl -s', user, method !== implied && `-X ${method}`, `"$HUBBUB_URL${path}${search}"`]
      .filter(Boolean)
      .join(' '),
    ...(isInForm(body) ? ['-F file=@picture.png'] : []),
    ...(isAlone(body) ? ["-H 'Content-Type: image/png'", '--data-binary @picture.png'] : []),
    ...(body && 'json' in body
      ? ["-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(body.json))}`]
      : []),
    ...(body && 'form' in body
      ? body.form.map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`)
      : []),
  ];
  return parts.join(' \\\n  ');
}

function typescript({ method, path, query, body, signIn, isStream }: Example): string {
  const authorization = {
    chat: `authorization: \`Basic \${btoa(\`\${env.CHAT_EMAIL}:\${env.CHAT_API_KEY}\`)}\``,
    key: `authorization: \`Basic \${btoa(\`\${env.API_KEY}:\`)}\``,
    worker: `authorization: \`Bearer \${env.TOKEN}\``,
    none: '',
  }[signIn];
  const isJson = body !== undefined && 'json' in body;
  const headers = [
    authorization,
    isJson && "'content-type': 'application/json'",
    isAlone(body) && "'content-type': 'image/png'",
  ].filter(Boolean);
  const search = query.length > 0 ? `?\${new URLSearchParams(${literal(Object.fromEntries(query), '')})}` : '';
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    isJson && `  body: JSON.stringify(${literal(body.json, '  ')}),`,
    body && 'form' in body && `  body: new URLSearchParams(${literal(Object.fromEntries(body.form), '  ')}),`,
    isInForm(body) && '  body: form,',
    isAlone(body) && "  body: await openAsBlob('picture.png'),",
  ].filter(Boolean);
  const call = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  const file = body && 'file' in body && "import { openAsBlob } from 'node:fs';";
  return [
    file,
    "import { env } from 'node:process';\n",
    isInForm(body) && "const form = new FormData();\nform.set('file', await openAsBlob('picture.png'), 'picture.png');",
    `const answer = await fetch(\`\${env.HUBBUB_URL}${path}${search}\`${call});`,
    isStream
      ? 'for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) console.log(text);'
      : 'console.log(answer.status, await answer.text());',
  ]
    .filter((line) => line !== false && line !== undefined)
    .join('\n');
}

/** JSON over several lines, behind `indent`. */
const literal = (value: unknown, indent: string): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);

function python({ method, path, query, body, signIn, isStream }: Example): string {
  const who = {
    chat: 'auth=(os.environ["CHAT_EMAIL"], os.environ["CHAT_API_KEY"])',
    key: 'auth=(os.environ["API_KEY"], "")',
    worker: '',
    none: '',
  }[signIn];
  const headers = [
    signIn === 'worker' && '"Authorization": "Bearer " + os.environ["TOKEN"]',
    isAlone(body) && '"Content-Type": "image/png"',
  ].filter(Boolean);
  const parts = [
    `os.environ["HUBBUB_URL"] + ${JSON.stringify(path)}`,
    who,
    headers.length > 0 && `headers={${headers.join(', ')}}`,
    query.length > 0 && `params=${pythonLiteral(Object.fromEntries(query))}`,
    body && 'json' in body && `json=${pythonLiteral(body.json)}`,
    body && 'form' in body && `data=${pythonLiteral(Object.fromEntries(body.form))}`,
    isInForm(body) && 'files={"file": open("picture.png", "rb")}',
    isAlone(body) && 'data=open("picture.png", "rb")',
    isStream && 'stream=True',
  ].filter(Boolean);
  return `import os
import requests

answer = requests.${method.toLowerCase()}(
${parts.map((each) => `    ${each},`).join('\n')}
)
${isStream ? 'for line in answer.iter_lines():\n    print(line.decode())' : 'print(answer.status_code, answer.text)'}`;
}

function pythonLiteral(value: unknown, indent = '    '): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((each) => pythonLiteral(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((each) => `${inner}${each},`).join('\n')}\n${indent}${close}`;
}

const GO_CHECK = 'if err != nil {\n\t\tpanic(err)\n\t}';

/** A form with the file, in Go. */
const GO_FORM = [
  'var body bytes.Buffer',
  'form := multipart.NewWriter(&body)',
  'part, err := form.CreateFormFile("file", "picture.png")',
  GO_CHECK,
  'part.Write(file)',
  'form.Close()',
];

const goText = (body: { json: unknown } | { form: [string, string][] }): string =>
  'json' in body ? JSON.stringify(body.json) : String(new URLSearchParams(body.form));

function go({ method, path, query, body, signIn }: Example): string {
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const isJson = body !== undefined && 'json' in body;
  const file = body && 'file' in body ? body.file : undefined;
  const text = !body || 'file' in body ? undefined : goText(body);
  const reader =
    text !== undefined
      ? `strings.NewReader(${JSON.stringify(text)})`
      : file === undefined
        ? 'nil'
        : file === 'alone'
          ? 'bytes.NewReader(file)'
          : '&body';
  const type = {
    alone: '"image/png"',
    'in a form': 'form.FormDataContentType()',
    none: `"application/${isJson ? 'json' : 'x-www-form-urlencoded'}"`,
  }[file ?? 'none'];
  const lines = [
    ...(file ? ['file, err := os.ReadFile("picture.png")', GO_CHECK] : []),
    ...(file === 'in a form' ? GO_FORM : []),
    `request, err := http.NewRequest(${JSON.stringify(method)}, os.Getenv("HUBBUB_URL")+${JSON.stringify(path + search)}, ${reader})`,
    GO_CHECK,
    body && `request.Header.Set("Content-Type", ${type})`,
    {
      chat: 'request.SetBasicAuth(os.Getenv("CHAT_EMAIL"), os.Getenv("CHAT_API_KEY"))',
      key: 'request.SetBasicAuth(os.Getenv("API_KEY"), "")',
      worker: 'request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))',
      none: undefined,
    }[signIn],
    'answer, err := http.DefaultClient.Do(request)',
    GO_CHECK,
    'defer answer.Body.Close()',
    'fmt.Println(answer.Status)',
    'io.Copy(os.Stdout, answer.Body)',
  ].filter((each) => each !== undefined);
  const imports = [
    ...(file ? ['bytes'] : []),
    ...['fmt', 'io'],
    ...(file === 'in a form' ? ['mime/multipart'] : []),
    ...['net/http', 'os'],
    ...(text === undefined ? [] : ['strings']),
  ];
  return `package main

import (
${imports.map((each) => `\t"${each}"`).join('\n')}
)

func main() {
${lines.map((each) => `\t${each}`).join('\n')}
}`;
}
