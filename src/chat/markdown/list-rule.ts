import type { StateBlock } from 'markdown-it';

/** Blanks that a line needs more than its list's marker to belong to the item: two, also below a number. */
const ITEM_INDENT = 2;
/** From so many blanks on, a line is code. */
const CODE_INDENT = 4;

interface Marker {
  ordered: boolean;
  start: number;
  /** Start of the item's text, and its column. */
  content: number;
  column: number;
  isEmpty: boolean;
}

const RULE = /^(?:[-][ \t]*){3,}$|^(?:[*][ \t]*){3,}$/;

function readMarker(state: StateBlock, line: number): Marker | undefined {
  const begin = state.bMarks[line]! + state.tShift[line]!;
  const end = state.eMarks[line]!;
  const match = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(state.src.slice(begin, Math.min(end, begin + 12)));
  if (!match || RULE.test(state.src.slice(begin, end))) return undefined;
  let content = begin + match[0].length;
  let column = state.sCount[line]! + match[0].length;
  for (; content < end; content++) {
    const ch = state.src.charCodeAt(content);
    if (ch === 0x20) column++;
    else if (ch === 0x09) column += 4 - ((column + state.bsCount[line]!) % 4);
    else break;
  }
  return { ordered: match[1] !== undefined, start: Number(match[1] ?? 1), content, column, isEmpty: content >= end };
}

/**
 * Lists as chat is used to: two blanks nest, whatever the marker's width, and a list of bullets is one list whichever
 * bullets it has. Otherwise as the library's own rule, which it replaces.
 */
export function listRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const indent = state.sCount[startLine]!;
  if (indent - state.blkIndent >= CODE_INDENT) return false;
  const first = readMarker(state, startLine);
  if (!first) return false;
  // Inside a paragraph, a year or a lone dash is no list. In an item, a number that is indented begins a list within it.
  const interrupts = silent && state.parentType === 'paragraph' && indent >= state.blkIndent;
  const isInItem = state.blkIndent > 0;
  if (interrupts && (first.isEmpty || (first.ordered && first.start !== 1 && !isInItem))) return false;
  if (silent) return true;

  const kind = first.ordered ? 'ordered_list' : 'bullet_list';
  const open = state.push(`${kind}_open`, first.ordered ? 'ol' : 'ul', 1);
  const firstToken = state.tokens.length;
  if (first.ordered && first.start !== 1) open.attrSet('start', String(first.start));
  const { parentType } = state;
  state.parentType = 'list';
  const terminators = state.md.block.ruler.getRules('list');
  let tight = true;
  let line = startLine;
  let marker: Marker | undefined = first;
  let endedBlank = false;
  while (marker && line < endLine) {
    const item = writeItem(state, line, endLine, marker);
    if (!item.tight || endedBlank) tight = false;
    endedBlank = item.endedBlank;
    line = state.line;
    if (line >= endLine || state.sCount[line]! < state.blkIndent) break;
    if (state.sCount[line]! - state.blkIndent >= CODE_INDENT) break;
    const next = line;
    if (terminators.some((rule) => rule(state, next, endLine, true))) break;
    marker = readMarker(state, line);
    if (marker?.ordered !== first.ordered) break;
  }
  state.push(`${kind}_close`, first.ordered ? 'ol' : 'ul', -1);
  state.line = line;
  state.parentType = parentType;
  if (tight) hideParagraphs(state, firstToken);
  return true;
}

function writeItem(state: StateBlock, line: number, endLine: number, marker: Marker) {
  const before = {
    tight: state.tight,
    bMarks: state.bMarks[line]!,
    tShift: state.tShift[line]!,
    sCount: state.sCount[line]!,
    blkIndent: state.blkIndent,
  };
  state.push('list_item_open', 'li', 1);
  state.tight = true;
  state.blkIndent = before.sCount + ITEM_INDENT;
  // The line begins where its text does, however wide the marker is.
  state.bMarks[line] = marker.content;
  state.tShift[line] = 0;
  // Text far to the right of its marker is text, not code.
  const isFar = marker.column - state.blkIndent >= CODE_INDENT;
  state.sCount[line] = isFar ? state.blkIndent : Math.max(marker.column, state.blkIndent);
  if (marker.isEmpty && state.isEmpty(line + 1)) state.line = Math.min(line + 2, endLine);
  else state.md.block.tokenize(state, line, endLine);
  const item = { tight: state.tight, endedBlank: state.line - line > 1 && state.isEmpty(state.line - 1) };
  state.push('list_item_close', 'li', -1);
  state.blkIndent = before.blkIndent;
  state.bMarks[line] = before.bMarks;
  state.tShift[line] = before.tShift;
  state.sCount[line] = before.sCount;
  state.tight = before.tight;
  return item;
}

/** The paragraphs of the items themselves, not of what is within them, lose their tags. */
function hideParagraphs(state: StateBlock, from: number): void {
  const level = state.level + 2;
  for (let i = from; i < state.tokens.length; i++) {
    const token = state.tokens[i]!;
    if (token.level === level && (token.type === 'paragraph_open' || token.type === 'paragraph_close')) {
      token.hidden = true;
    }
  }
}
