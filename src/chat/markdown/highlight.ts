import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { lazy } from '../../platform/lazy.ts';
import { escapeHtml } from './escape.ts';
import { PYGMENTS_CLASSES } from './pygments-classes.ts';

/** Characters of code of one message that are coloured; further blocks stay as they are. */
const MAX_CODE = 3000;
/** Words so long are no code, and some languages' rules take a time for them that grows with their square. */
const LONG_WORD = /\w{100}/;
/** A block that would grow by more stays as it is. */
const MAX_GROWTH = 7;

/** Languages that are coloured, by their lexer's name, and the module that knows them. */
const MODULES: Readonly<Record<string, string>> = {
  Bash: 'bash',
  C: 'c',
  'C#': 'csharp',
  'C++': 'cpp',
  Clojure: 'clojure',
  CSS: 'css',
  Dart: 'dart',
  Diff: 'diff',
  Docker: 'dockerfile',
  Elixir: 'elixir',
  Erlang: 'erlang',
  Go: 'go',
  GraphQL: 'graphql',
  Haskell: 'haskell',
  HTML: 'xml',
  INI: 'ini',
  Java: 'java',
  JavaScript: 'javascript',
  JSON: 'json',
  Kotlin: 'kotlin',
  Lua: 'lua',
  Makefile: 'makefile',
  'Nginx configuration file': 'nginx',
  Perl: 'perl',
  PHP: 'php',
  'PostgreSQL SQL dialect': 'pgsql',
  PowerShell: 'powershell',
  'Protocol Buffer': 'protobuf',
  Python: 'python',
  'Python 2.x': 'python',
  Ruby: 'ruby',
  Rust: 'rust',
  S: 'r',
  Scala: 'scala',
  SCSS: 'scss',
  SQL: 'sql',
  Swift: 'swift',
  TeX: 'latex',
  TOML: 'ini',
  TypeScript: 'typescript',
  XML: 'xml',
  YAML: 'yaml',
};

const require = createRequire(import.meta.url);
const core = lazy(() => require('highlight.js/lib/core') as HLJSApi);

/** Core and languages are loaded with the first code that needs them. */
function load(module: string): HLJSApi {
  const loaded = core();
  if (!loaded.getLanguage(module)) {
    loaded.registerLanguage(module, require(`highlight.js/lib/languages/${module}`) as LanguageFn);
  }
  return loaded;
}

/** Colours the code of one message, within bounds. */
export class Highlighter {
  #length = 0;

  /** The HTML of code with spans of Pygments' classes, or just escaped. @param language the lexer's name */
  write(code: string, language: string | undefined): string {
    const plain = escapeHtml(code);
    const module = language !== undefined && Object.hasOwn(MODULES, language) ? MODULES[language] : undefined;
    if (module === undefined || this.#length + code.length > MAX_CODE || LONG_WORD.test(code)) return plain;
    this.#length += code.length;
    const coloured = recolour(load(module).highlight(code, { language: module, ignoreIllegals: true }).value);
    return coloured.length > MAX_GROWTH * code.length + 100 ? plain : coloured;
  }
}

const PIECE = /<span class="([^"]*)">|(<\/span>)|([^<]+)/g;

/** The library's nested spans as a flat row of Pygments' (client: the mobile app shows the outermost class alone). */
function recolour(html: string): string {
  const classes: string[] = [''];
  let written = '';
  for (const [, scope, close, text] of html.matchAll(PIECE)) {
    if (scope !== undefined) classes.push(pygmentsClass(scope) || classes.at(-1)!);
    else if (close !== undefined) classes.pop();
    else if (text !== undefined) written += span(classes.at(-1)!, unescapeHtml(text));
  }
  return written;
}

function span(name: string, text: string): string {
  const escaped = escapeHtml(text);
  // Blanks have no colour.
  return name === '' || text.trim() === '' ? escaped : `<span class="${name}">${escaped}</span>`;
}

/** `hljs-title function_` → the class of a function's name. */
function pygmentsClass(scope: string): string {
  const parts = scope.split(' ').map((part) => part.replace(/^hljs-|_+$/g, ''));
  return PYGMENTS_CLASSES[parts.join('.')] ?? PYGMENTS_CLASSES[parts[0]!] ?? '';
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!);
}
