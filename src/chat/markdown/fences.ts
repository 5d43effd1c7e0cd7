import type { StateBlock, Token } from 'markdown-it';

/** Deeper than this, a spoiler's header is a line of text: its blocks begin a depth of their own. */
const MAX_HEADER_LEVEL = 6;

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
  // `~~~ words ~~~` on one line are words.
  if (info.includes(marker === 0x60 ? '`' : '~~~')) return undefined;
  return { marker, length: end - start, info };
}

/** Whether a line opens a block of code, and not a container. */
export function isFence(state: StateBlock, line: number): boolean {
  return readFence(state, line) !== undefined;
}

const CONTAINER = /^(?:(quote)|(spoiler)(?:\s+(.*))?)$/i;

/**
 * Fences that hold Markdown: `quote` and `spoiler`. Fences of the same length may stand inside, as one quotes a
 * message with code in it: a fence with a word after it opens, a bare one closes the innermost.
 */
export function containerFenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const open = readFence(state, startLine);
  const match = open && CONTAINER.exec(open.info);
  if (!match) return false;
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
    if (match[3]) writeHeader(state, match[3]);
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

function writeHeader(state: StateBlock, header: string): void {
  if (state.level <= MAX_HEADER_LEVEL) {
    const tokens: Token[] = [];
    state.md.block.parse(header, state.md, state.env, tokens);
    state.tokens.push(...tokens);
    return;
  }
  state.push('paragraph_open', 'p', 1);
  const line = state.push('inline', '', 0);
  line.content = header;
  line.children = [];
  state.push('paragraph_close', 'p', -1);
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
