import type { StateCore, Token } from 'markdown-it';

/** client: `***words***` is emphasis within strong in Zulip's HTML; the library nests them the other way round. */
export function nestEmphasis(state: StateCore): void {
  for (const { type, children } of state.tokens) {
    if (type !== 'inline' || !children?.some((token) => token.type === 'strong_open')) continue;
    // A run of stars that became tags leaves empty texts.
    const filled = children.filter((token) => token.type !== 'text' || token.content !== '');
    nest(filled);
    children.splice(0, children.length, ...filled);
  }
}

function nest(tokens: Token[]): void {
  const open: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { nesting } = tokens[i]!;
    if (nesting > 0) open.push(i);
    if (nesting >= 0) continue;
    const start = open.pop();
    const outer = open.at(-1);
    if (start === undefined || outer !== start - 1) continue;
    if (tokens[outer]!.type !== 'em_open' || tokens[start]!.type !== 'strong_open') continue;
    if (tokens[i + 1]?.type !== 'em_close') continue;
    swap(tokens, outer, start);
    swap(tokens, i, i + 1);
    open.pop();
    i++;
  }
}

function swap(tokens: Token[], a: number, b: number): void {
  [tokens[a], tokens[b]] = [tokens[b]!, tokens[a]!];
}
