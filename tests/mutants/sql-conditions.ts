/** A part of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** Ends a condition that nothing else has closed. */
const CLAUSE =
  /^(and|or|order by|group by|having|limit|offset|returning|for (no key )?(update|share)|union|except|on conflict|do (update|nothing)|then|window|join|left join|cross join|where|else|end|select|set)\b/i;

/**
 * Finds each `and …` of a statement that can be left out and leaves a statement: up to the next clause, `)`, or the end.
 * The `and` of `between … and …` is none.
 * @param text the template with its backquotes, as it stands in the source; a `${…}` counts as one word
 */
export function droppableConditions(text: string): Span[] {
  const spans: Span[] = [];
  let between = false;
  for (let at = 0; at < text.length; at = next(text, at)) {
    if (!startsWord(text, at)) continue;
    if (/^between\b/i.test(text.slice(at, at + 8))) between = true;
    if (!/^and\b/i.test(text.slice(at, at + 4))) continue;
    if (between) between = false;
    else spans.push({ start: at, end: endOfCondition(text, at + 3) });
  }
  return spans;
}

function startsWord(text: string, at: number): boolean {
  return /[a-z]/i.test(text[at]!) && !/[\w.$]/.test(text[at - 1] ?? '');
}

function endOfCondition(text: string, from: number): number {
  let between = false;
  let at = from;
  for (; at < text.length - 1 && !/[),;]/.test(text[at]!); at = afterPart(text, at)) {
    if (!startsWord(text, at)) continue;
    const rest = text.slice(at, at + 20);
    if (/^between\b/i.test(rest)) between = true;
    else if (between && /^and\b/i.test(rest)) between = false;
    else if (CLAUSE.test(rest)) break;
  }
  while (/\s/.test(text[at - 1]!)) at--;
  return at;
}

/** As `next`, and after what stands in `(…)` as a whole. */
function afterPart(text: string, at: number): number {
  return text[at] === '(' ? afterBrackets(text, at, '(', ')') : next(text, at);
}

/** The place after one sign, or after a text, a comment or a `${…}` as a whole. */
function next(text: string, at: number): number {
  if (text[at] === "'") return text.indexOf("'", at + 1) + 1 || text.length;
  if (text.startsWith('--', at)) return text.indexOf('\n', at) + 1 || text.length;
  if (text.startsWith('${', at)) return afterBrackets(text, at + 1, '{', '}');
  return at + 1;
}

function afterBrackets(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (let end = at; end < text.length; end++) {
    if (text[end] === open) depth++;
    else if (text[end] === close && --depth === 0) return end + 1;
  }
  return text.length;
}
