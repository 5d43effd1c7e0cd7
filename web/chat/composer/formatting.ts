import { openFence } from './tokens.ts';

/** A text and what is selected of it; `start === end` is a caret. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

export type Format =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'link'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'spoiler'
  | 'math'
  | 'table';

/** Applies a format to the selection, or takes it away where it is already there. */
export function format(kind: Format, given: Selected): Selected {
  switch (kind) {
    case 'bold':
      return toggleMarks(given, '**');
    case 'italic':
      return toggleMarks(given, '*');
    case 'strike':
      return toggleMarks(given, '~~');
    case 'code':
      return selection(given).includes('\n') ? toggleFence(given, '') : toggleMarks(given, '`');
    case 'math':
      return selection(given).includes('\n') ? toggleFence(given, 'math') : toggleMarks(given, '$$');
    case 'link':
      return toggleLink(given);
    case 'bullets':
      return toggleLines(given, /^(\s*)[-*+] /, () => '- ');
    case 'numbers':
      return toggleLines(given, /^(\s*)\d+[.)] /, (index) => `${index + 1}. `);
    case 'quote':
      return toggleLines(given, /^()> ?/, () => '> ');
    case 'spoiler':
      return toggleFence(given, 'spoiler');
    case 'table':
      return insertTable(given);
  }
}

const selection = ({ text, start, end }: Selected): string => text.slice(start, end);

/** Surrounds the selection by marks, blanks at its ends left outside: Markdown ignores marks beside blanks. */
function toggleMarks(given: Selected, mark: string): Selected {
  const { text } = given;
  const [start, end] = withoutBlanks(given);
  const { length } = mark;
  if (hasMarks(text, start, end, mark)) {
    const inner = text.slice(start, end);
    return {
      text: text.slice(0, start - length) + inner + text.slice(end + length),
      start: start - length,
      end: end - length,
    };
  }
  if (end - start >= 2 * length && hasMarks(text, start + length, end - length, mark)) {
    const inner = text.slice(start + length, end - length);
    return { text: text.slice(0, start) + inner + text.slice(end), start, end: start + inner.length };
  }
  return {
    text: text.slice(0, start) + mark + text.slice(start, end) + mark + text.slice(end),
    start: start + length,
    end: end + length,
  };
}

function withoutBlanks({ text, start, end }: Selected): [start: number, end: number] {
  const selected = text.slice(start, end);
  const trimmed = selected.trim();
  if (trimmed === '') return [end, end];
  const from = start + selected.indexOf(trimmed);
  return [from, from + trimmed.length];
}

/** True if the marks stand right around a range. `**bold**` has no `*italic*` marks, `***both***` has both. */
function hasMarks(text: string, start: number, end: number, mark: string): boolean {
  const sign = mark[0]!;
  let before = 0;
  while (text[start - 1 - before] === sign) before++;
  let after = 0;
  while (text[end + after] === sign) after++;
  const run = Math.min(before, after);
  if (mark === '*') return run === 1 || run === 3;
  return run >= mark.length;
}

const LINK = /\[([^\]\n]*)\]\(([^)\s]*)\)/g;

function toggleLink(given: Selected): Selected {
  const { text, start, end } = given;
  for (const match of text.matchAll(LINK)) {
    const [whole, label, url] = match as unknown as [string, string, string];
    if (match.index > start || match.index + whole.length < end) continue;
    const left = label || url;
    return {
      text: text.slice(0, match.index) + left + text.slice(match.index + whole.length),
      start: match.index,
      end: match.index + left.length,
    };
  }
  const selected = selection(given);
  if (isAddress(selected)) return replaceSelection(given, `[](${selected})`, 1, 1);
  const label = selected.replaceAll('\n', ' ');
  return label === ''
    ? replaceSelection(given, '[](https://)', 1, 1)
    : replaceSelection(given, `[${label}](https://)`, label.length + 3, label.length + 11);
}

/** Makes a link of the selection to an address; undefined if there is nothing to be linked. */
export function linkSelection(given: Selected, address: string): Selected | undefined {
  const label = selection(given);
  if (label.trim() === '' || /[\n[\]]/.test(label) || isAddress(label) || !isAddress(address)) return undefined;
  const link = `[${label}](${address.trim()})`;
  return replaceSelection(given, link, link.length, link.length);
}

/** True for one web or mail address and nothing else. */
export function isAddress(text: string): boolean {
  return /^\s*(?:https?:\/\/|mailto:)[^\s<>"]+\s*$/i.test(text);
}

/** Replaces the selection; the new one is given relative to the start of what is inserted. */
export function replaceSelection(given: Selected, inserted: string, from: number, to: number): Selected {
  const { text, start, end } = given;
  return { text: text.slice(0, start) + inserted + text.slice(end), start: start + from, end: start + to };
}

/** The whole lines that a selection touches. */
function linesOf({ text, start, end }: Selected): [start: number, end: number] {
  // A selection up to the start of a line does not touch it.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const next = text.indexOf('\n', last);
  return [text.lastIndexOf('\n', start - 1) + 1, next === -1 ? text.length : next];
}

const ANY_ITEM = /^(\s*)(?:[-*+]|\d+[.)]) /;

function toggleLines(given: Selected, pattern: RegExp, marker: (index: number) => string): Selected {
  const { text } = given;
  const [from, to] = linesOf(given);
  const lines = text.slice(from, to).split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const isOn = filled.length > 0 && filled.every((line) => pattern.test(line));
  let index = 0;
  const changed = lines.map((line) => {
    if (line.trim() === '' && lines.length > 1) return line;
    if (isOn) return line.replace(pattern, '$1');
    // One list becomes the other; a quote may hold a list.
    const bare = marker(0) === '> ' ? line : line.replace(ANY_ITEM, '$1');
    const indent = /^\s*/.exec(bare)![0];
    return indent + marker(index++) + bare.slice(indent.length);
  });
  const inserted = changed.join('\n');
  const next = text.slice(0, from) + inserted + text.slice(to);
  if (given.start !== given.end || lines.length > 1) return { text: next, start: from, end: from + inserted.length };
  const caret = Math.max(from, given.start + inserted.length - (to - from));
  return { text: next, start: caret, end: caret };
}

function toggleFence(given: Selected, info: string): Selected {
  const { text } = given;
  const [from, to] = linesOf(given);
  const inner = text.slice(from, to);
  const around = /^([\s\S]*(?:^|\n))(`{3,})([^\n`]*)\n$/.exec(text.slice(0, from));
  const after = /^\n(`{3,})(?=\n|$)/.exec(text.slice(to));
  if (around && after && around[2] === after[1] && around[3]!.trim().split(' ')[0] === info) {
    const start = around[1]!.length;
    return { text: around[1]! + inner + text.slice(to + after[0].length), start, end: start + inner.length };
  }
  const fence = fenceFor(inner);
  const head = `${fence}${info}\n`;
  const inserted = `${head}${inner}\n${fence}`;
  const next = text.slice(0, from) + inserted + text.slice(to);
  return { text: next, start: from + head.length, end: from + head.length + inner.length };
}

/** Returns a fence that is longer than every fence within a text. */
export function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^[ \t]*(`{3,})/gm)].map(([, run]) => run!.length));
  return '`'.repeat(longest + 1);
}

function insertTable(given: Selected): Selected {
  const { text, start } = given;
  const [before, cell] = [text.slice(0, start), selection(given).replaceAll('\n', ' ').replaceAll('|', '\\|')];
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const first = `${gap}| `;
  const table = `${first}${cell} |  |\n| --- | --- |\n|  |  |\n`;
  return replaceSelection(given, table, first.length, first.length + cell.length);
}

/**
 * Returns the text after a new line at the caret, with the list or quote of the line going on. An item without text
 * ends its list. Undefined: a plain new line.
 */
export function continueLine({ text, start, end }: Selected): Selected | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(lineStart, start);
  if (openFence(text.slice(0, lineStart))) return undefined;
  const match = /^(\s*)(?:([-*+])|(\d+)([.)])|(>(?:\s?>)*))( +)/.exec(line);
  if (!match) return undefined;
  const [marker, indent, bullet, number, sign, quote, gap] = match;
  const lineEnd = text.indexOf('\n', end);
  const isEmpty = line.length === marker.length && (lineEnd === -1 ? text.length : lineEnd) === end;
  if (isEmpty) return { text: text.slice(0, lineStart) + text.slice(end), start: lineStart, end: lineStart };
  const next = `\n${indent}${bullet ?? quote ?? `${Number(number) + 1}${sign}`}${gap}`;
  const caret = start + next.length;
  return { text: text.slice(0, start) + next + text.slice(end), start: caret, end: caret };
}
