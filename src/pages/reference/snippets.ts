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
  body: { form: [name: string, value: string][] } | { json: unknown } | undefined;
  signIn: SignIn;
  /** Whether the answer has no end: it is printed as it comes. */
  isStream: boolean;
}

/**
 * Returns how to send an operation from a shell and from TypeScript, Python and Go, with the values of its recorded example.
 * Empty for what no program sends like this: files, and the API of the pages.
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
  const isSent = !body || body.type === 'application/json' || body.type === 'application/x-www-form-urlencoded';
  if (!isSent || api === 'session') return undefined;
  const shownValue = (parameter: Parameter) => parameter.example ?? parameter.content?.['application/json']?.example;
  const ofPath = new Map(
    parameters.filter(({ in: place }) => place === 'path').map((each) => [each.name, shownValue(each)]),
  );
  const fields = (values: object) =>
    Object.entries(values).map(([name, value]): [string, string] => [name, written(value)]);
  return {
    method,
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
      ofPath.get(name) === undefined ? name.toUpperCase() : encodeURIComponent(written(ofPath.get(name))),
    ),
    query: parameters
      .filter((each) => each.in === 'query' && (each.required || shownValue(each) !== undefined))
      .map((each) => [each.name, written(shownValue(each) ?? each.name.toUpperCase())]),
    // A body that the recorded request did not have is not needed.
    body:
      body?.example === undefined
        ? undefined
        : body.type === 'application/json'
          ? { json: body.example }
          : { form: fields(body.example as object) },
    signIn: signInOf(security, api),
    isStream,
  };
}

function signInOf(security: readonly string[], api: string): SignIn {
  if (security.includes('key')) return api === 'chat' ? 'chat' : 'key';
  return security.includes('worker') ? 'worker' : 'none';
}

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
    ...(body && 'json' in body
      ? ["-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(body.json))}`]
      : (body?.form ?? []).map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`)),
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
  const headers = [authorization, isJson && "'content-type': 'application/json'"].filter(Boolean);
  const search = query.length > 0 ? `?\${new URLSearchParams(${literal(Object.fromEntries(query), '')})}` : '';
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    isJson && `  body: JSON.stringify(${literal(body.json, '  ')}),`,
    body && 'form' in body && `  body: new URLSearchParams(${literal(Object.fromEntries(body.form), '  ')}),`,
  ].filter(Boolean);
  const call = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return [
    "import { env } from 'node:process';\n",
    `const answer = await fetch(\`\${env.HUBBUB_URL}${path}${search}\`${call});`,
    isStream
      ? 'for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) console.log(text);'
      : 'console.log(answer.status, await answer.text());',
  ].join('\n');
}

/** JSON over several lines, behind `indent`. */
const literal = (value: unknown, indent: string): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);

function python({ method, path, query, body, signIn, isStream }: Example): string {
  const who = {
    chat: 'auth=(os.environ["CHAT_EMAIL"], os.environ["CHAT_API_KEY"])',
    key: 'auth=(os.environ["API_KEY"], "")',
    worker: 'headers={"Authorization": "Bearer " + os.environ["TOKEN"]}',
    none: '',
  }[signIn];
  const parts = [
    `os.environ["HUBBUB_URL"] + ${JSON.stringify(path)}`,
    who,
    query.length > 0 && `params=${pythonLiteral(Object.fromEntries(query))}`,
    body && 'json' in body && `json=${pythonLiteral(body.json)}`,
    body && 'form' in body && `data=${pythonLiteral(Object.fromEntries(body.form))}`,
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

function go({ method, path, query, body, signIn }: Example): string {
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const isJson = body !== undefined && 'json' in body;
  const text = !body ? undefined : isJson ? JSON.stringify(body.json) : String(new URLSearchParams(body.form));
  const lines = [
    `request, err := http.NewRequest(${JSON.stringify(method)}, os.Getenv("HUBBUB_URL")+${JSON.stringify(path + search)}, ${
      text === undefined ? 'nil' : `strings.NewReader(${JSON.stringify(text)})`
    })`,
    'if err != nil {\n\t\tpanic(err)\n\t}',
    body && `request.Header.Set("Content-Type", "application/${isJson ? 'json' : 'x-www-form-urlencoded'}")`,
    {
      chat: 'request.SetBasicAuth(os.Getenv("CHAT_EMAIL"), os.Getenv("CHAT_API_KEY"))',
      key: 'request.SetBasicAuth(os.Getenv("API_KEY"), "")',
      worker: 'request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))',
      none: undefined,
    }[signIn],
    'answer, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\t\tpanic(err)\n\t}',
    'defer answer.Body.Close()',
    'fmt.Println(answer.Status)',
    'io.Copy(os.Stdout, answer.Body)',
  ].filter((each) => each !== undefined);
  const imports = ['fmt', 'io', 'net/http', 'os', ...(text === undefined ? [] : ['strings'])];
  return `package main

import (
${imports.map((each) => `\t"${each}"`).join('\n')}
)

func main() {
${lines.map((each) => `\t${each}`).join('\n')}
}`;
}
