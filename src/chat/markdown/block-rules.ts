import type { MarkdownIt, StateBlock } from 'markdown-it';

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

export function boundBlockRules(md: MarkdownIt): void {
  for (const name of ['blockquote', 'list']) {
    wrap(md, name, (rule) => (state, startLine, endLine, silent) => {
      return state.level < MAX_BLOCK_LEVEL && rule(state, startLine, endLine, silent);
    });
  }
  wrap(md, 'table', (rule) => (state, startLine, endLine, silent) => {
    let columns = 1;
    for (let pos = state.bMarks[startLine]!; pos < state.eMarks[startLine]!; pos++) {
      if (state.src.charCodeAt(pos) === 0x7c) columns++;
    }
    if (columns === 1 || columns * (endLine - startLine) > MAX_TABLE_CELLS) return false;
    return rule(state, startLine, endLine, silent);
  });
}

function wrap(md: MarkdownIt, name: string, around: (rule: BlockRule) => BlockRule): void {
  const ruler = md.block.ruler;
  const entry = ruler.__rules__[ruler.__find__(name)];
  if (!entry) throw new Error(`markdown-it has no block rule "${name}"`);
  ruler.at(name, around(entry.fn), { alt: entry.alt });
}

interface Fence {
  marker: number;
  length: number;
  info: string;
}

function readFence(state: StateBlock, line: number): Fence | undefined {
  if (state.sCount[line]! - state.blkIndent >= 4) return undefined;
  const start = state.bMarks[line]! + state.tShift[line]!;
  const max = state.eMarks[line]!;
  const marker = state.src.charCodeAt(start);
  if (start + 3 > max || (marker !== 0x60 && marker !== 0x7e)) return undefined;
  const end = Math.min(state.skipChars(start, marker), max);
  if (end - start < 3) return undefined;
  const info = state.src.slice(end, max).trim();
  if (marker === 0x60 && info.includes('`')) return undefined;
  return { marker, length: end - start, info };
}

const CONTAINER = /^(?:(quote)|(spoiler)(?:\s+(.*))?)$/i;

/**
 * Fences that hold Markdown: `quote` and `spoiler`. Fences of the same length may stand inside, as one quotes a
 * message with code in it: a fence with a word after it opens, a bare one closes the innermost.
 */
export function containerFenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const open = readFence(state, startLine);
  const match = open && CONTAINER.exec(open.info);
  if (!match || state.level >= MAX_BLOCK_LEVEL) return false;
  if (silent) return true;

  const { line: lastLine, closed } = findEnd(state, open, startLine + 1, endLine);
  const { lineMax, parentType } = state;
  state.lineMax = lastLine;
  state.parentType = 'blockquote';
  const inner = () => state.md.block.tokenize(state, startLine + 1, lastLine);
  if (match[1]) {
    state.push('blockquote_open', '', 1);
    inner();
    state.push('blockquote_close', '', -1);
  } else {
    state.push('spoiler_open', '', 1);
    state.push('spoiler_header_open', '', 1);
    if (match[3]) {
      state.push('paragraph_open', 'p', 1);
      const header = state.push('inline', '', 0);
      header.content = match[3];
      header.children = [];
      state.push('paragraph_close', 'p', -1);
    }
    state.push('spoiler_header_close', '', -1);
    state.push('spoiler_content_open', '', 1);
    inner();
    state.push('spoiler_content_close', '', -1);
    state.push('spoiler_close', '', -1);
  }
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.line = lastLine + (closed ? 1 : 0);
  return true;
}

function findEnd(state: StateBlock, open: Fence, from: number, endLine: number): { line: number; closed: boolean } {
  const stack = [open];
  for (let line = from; line < endLine; line++) {
    if (state.sCount[line]! < state.blkIndent && !state.isEmpty(line)) return { line, closed: false };
    const fence = readFence(state, line);
    if (!fence) continue;
    const top = stack.at(-1)!;
    if (fence.info === '' && fence.marker === top.marker && fence.length >= top.length) {
      stack.pop();
      if (stack.length === 0) return { line, closed: true };
    } else if (CONTAINER.test(top.info)) {
      stack.push(fence);
    }
  }
  return { line: endLine, closed: false };
}
