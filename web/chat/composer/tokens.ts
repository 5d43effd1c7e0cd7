/** Text at the caret that can be completed. `start` to `end` is the text that a choice replaces. */
export type Token = { start: number; end: number; query: string } & (
  | { kind: 'mention'; isSilent: boolean }
  | { kind: 'channel' }
  /** `#**channel>topic`: `channel` is the name before the `>`. */
  | { kind: 'topic'; channel: string }
  | { kind: 'emoji' }
  | { kind: 'time' }
  | { kind: 'command' }
  /** Name of a worker after `/assign`. */
  | { kind: 'worker' }
  | { kind: 'language' }
);

/** Longest text before the caret that is looked at. A person's name has at most 100 characters, a topic 60. */
const MAX_TOKEN = 140;

/** A token starts a word: `mail@example.com` and `10:30` have none. */
const BEFORE = String.raw`(?<=^|[\s([{"'“„»›>/*_~-])`;

const LANGUAGE = /^[ \t]*(?:`{3,}|~{3,})(?<query>[\w+#.-]+)$/;
const ASSIGN = /^\/assign[^\S\n]+@?(?<query>[^\n]*)$/;
const COMMAND = /^\/(?<query>[\w-]*)$/;
const TOPIC = new RegExp(String.raw`${BEFORE}#(?:\*\*)?(?<channel>[^\s>*#][^>*\n#]*)>(?<query>[^*\n]*)$`, 'u');
/** In the order in which they are tried: the one that starts last wins. */
const PATTERNS = {
  mention: new RegExp(String.raw`${BEFORE}@(?<silent>_?)\*{0,2}(?<query>|[^\s*@][^*@\n]*)$`, 'u'),
  channel: new RegExp(String.raw`${BEFORE}#(?:\*\*)?(?<query>|[^\s>*#][^>*\n#]*)$`, 'u'),
  emoji: new RegExp(String.raw`${BEFORE}:(?<query>[\p{L}\d_+-][\p{L}\d_+-]+)$`, 'u'),
  time: /(?<=^|[\s(])(?:~(?<query>[\p{L}\d:. ]*)|<time:?(?<iso>[^>\n]*))$/u,
} as const;

/**
 * Returns the token that ends at the caret, or undefined. In code only the language of a fence is completed.
 *
 * Names may contain spaces, so a mention goes on over them. It ends when no name matches, which the caller sees.
 */
export function tokenAt(text: string, caret: number): Token | undefined {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const line = text.slice(lineStart, caret);
  const language = LANGUAGE.exec(line);
  const fence = openFence(text.slice(0, lineStart));
  if (language && !fence) {
    const query = language.groups!.query!;
    return { kind: 'language', query, start: caret - query.length, end: caret };
  }
  if ((fence && !holdsMarkdown(fence)) || isInCode(line)) return undefined;
  const command = lineStart === 0 && COMMAND.exec(line);
  if (command) return { kind: 'command', query: command.groups!.query!, start: 0, end: caret };

  const assign = lineStart === 0 && ASSIGN.exec(line);
  if (assign) {
    const query = assign.groups!.query!;
    return { kind: 'worker', query, start: caret - query.length, end: caret };
  }

  const from = Math.max(lineStart, caret - MAX_TOKEN);
  const recent = text.slice(from, caret);
  const topic = TOPIC.exec(recent);
  if (topic) {
    const { channel, query } = topic.groups as { channel: string; query: string };
    return { kind: 'topic', channel, query, start: from + topic.index, end: caret };
  }
  let found: Token | undefined;
  for (const [kind, pattern] of Object.entries(PATTERNS) as [keyof typeof PATTERNS, RegExp][]) {
    const match = pattern.exec(recent);
    if (!match) continue;
    const start = from + match.index;
    if (found && found.start > start) continue;
    const { query = '', silent, iso } = match.groups!;
    const common = { start, end: caret, query: iso ?? query };
    found = kind === 'mention' ? { kind, isSilent: silent === '_', ...common } : { kind, ...common };
  }
  return found;
}

/** Returns the marker and the word of the fence that is open at the end of a text, as `{ marker: '```', info: 'js' }`. */
export function openFence(text: string): { marker: string; info: string } | undefined {
  const open: { marker: string; info: string }[] = [];
  for (const line of text.split('\n')) {
    const match = /^[ \t]*(`{3,}|~{3,})[ \t]*(.*)$/.exec(line);
    if (!match) continue;
    const [, marker, info] = match as unknown as [string, string, string];
    const last = open.at(-1);
    if (last && info === '' && marker[0] === last.marker[0] && marker.length >= last.marker.length) open.pop();
    else if ((!last || holdsMarkdown(last)) && !info.includes('`')) open.push({ marker, info: info.trim() });
  }
  return open.at(-1);
}

/** Quotes and spoilers are fences with Markdown in them; everything else is code. */
function holdsMarkdown({ info }: { info: string }): boolean {
  return /^(quote|spoiler)\b/i.test(info);
}

/** True if a line ends within `code`. */
function isInCode(line: string): boolean {
  let open = 0;
  for (const [run] of line.matchAll(/`+/g)) {
    if (open === 0) open = run.length;
    else if (open === run.length) open = 0;
  }
  return open > 0;
}
