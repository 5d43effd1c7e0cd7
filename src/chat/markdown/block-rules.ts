import type { MarkdownIt, StateBlock } from 'markdown-it';
import { containerFenceRule, isFence } from './fences.ts';
import { listRule } from './list-rule.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * Depth at which quotes and lists stop opening (a quote counts one, a list two). Beyond it their markers are text.
 * The library's own bound, maxNesting, drops what lies deeper instead, and a message must not lose words.
 */
const MAX_BLOCK_LEVEL = 20;

/**
 * Cells a table may come to if every remaining line is a row. Missing cells are filled in, so that a few kilobytes of
 * one-letter rows under a wide header would come to half a megabyte of HTML.
 */
const MAX_TABLE_CELLS = 10_000;

/** Makes the library's blocks those of a chat, within bounds. */
export function setBlockRules(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'container_fence', bounded(containerFenceRule), {
    alt: ['paragraph', 'blockquote', 'list'],
  });
  wrap(md, 'list', () => bounded(listRule));
  wrap(md, 'blockquote', (rule) =>
    bounded((...given) => !isEmptyQuote(given[0], given[1], given[2]) && rule(...given)),
  );
  wrap(
    md,
    'fence',
    (rule) =>
      (...given) =>
        isFence(given[0], given[1]) && rule(...given),
  );
  wrap(md, 'table', (rule) => (state, startLine, endLine, silent) => {
    let columns = 1;
    for (let pos = state.bMarks[startLine]!; pos < state.eMarks[startLine]!; pos++) {
      if (state.src.charCodeAt(pos) === 0x7c) columns++;
    }
    if (columns === 1 || columns * (endLine - startLine) > MAX_TABLE_CELLS) return false;
    return rule(state, startLine, endLine, silent);
  });
}

function bounded(rule: BlockRule): BlockRule {
  return (state, ...given) => state.level < MAX_BLOCK_LEVEL && rule(state, ...given);
}

/** Lines that were found to be empty quotes, so that each is looked at once. */
const emptyQuotes = new WeakMap<StateBlock, { level: number; from: number; to: number }>();

/** A `>` with nothing after it is what somebody wrote, not a quote of nothing. */
function isEmptyQuote(state: StateBlock, startLine: number, endLine: number): boolean {
  const { level } = state;
  const known = emptyQuotes.get(state);
  if (known?.level === level && startLine >= known.from && startLine < known.to) return true;
  let line = startLine;
  for (; line < endLine; line++) {
    const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
    if (!text.startsWith('>')) break;
    if (/^>\s*\S/.test(text)) return false;
  }
  emptyQuotes.set(state, { level, from: startLine, to: line });
  return true;
}

function wrap(md: MarkdownIt, name: string, around: (rule: BlockRule) => BlockRule): void {
  const ruler = md.block.ruler;
  const entry = ruler.__rules__[ruler.__find__(name)];
  if (!entry) throw new Error(`markdown-it has no block rule "${name}"`);
  ruler.at(name, around(entry.fn), { alt: entry.alt });
}
