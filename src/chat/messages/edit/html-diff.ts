/** Steps of the search for common parts; texts that differ more are replaced as a whole. */
const MAX_DISTANCE = 2000;

type Change = 'kept' | 'inserted' | 'deleted';

/**
 * The new HTML with what is new and what is gone marked word by word (client: go-zulip, `content_html_diff`). The tags are
 * those of the new HTML; of what is gone only the text is there.
 */
export function htmlDiff(before: string, after: string): string {
  let html = '';
  let open: Change = 'kept';
  const mark = (change: Change) => {
    if (change === open) return;
    if (open !== 'kept') html += '</span>';
    if (change !== 'kept') html += `<span class="highlight_text_${change}">`;
    open = change;
  };
  for (const [change, token] of changes(tokensOf(before), tokensOf(after))) {
    const isTag = token.startsWith('<');
    if (isTag && change === 'deleted') continue;
    mark(isTag ? 'kept' : change);
    html += token;
  }
  mark('kept');
  return html;
}

/** Tags, words, entities, and what is between them. */
function tokensOf(html: string): string[] {
  return html.match(/<[^>]*>|&[^;\s]+;|[\p{L}\p{N}\p{M}_]+|\s+|[^<&]/gu) ?? [];
}

/** Returns the shortest edit script between two lists (E. W. Myers, "An O(ND) difference algorithm", 1986). */
function changes(before: readonly string[], after: readonly string[]): [Change, string][] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const unchanged = (tokens: readonly string[]) => tokens.map((token): [Change, string] => ['kept', token]);
  return [
    ...unchanged(after.slice(0, start)),
    ...shortestEdit(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...unchanged(after.slice(after.length - end)),
  ];
}

function shortestEdit(before: readonly string[], after: readonly string[]): [Change, string][] {
  const replaced = (): [Change, string][] => [
    ...before.map((token): [Change, string] => ['deleted', token]),
    ...after.map((token): [Change, string] => ['inserted', token]),
  ];
  if (before.length === 0 || after.length === 0) return replaced();
  const most = Math.min(before.length + after.length, MAX_DISTANCE);
  /** Furthest point of each diagonal; the diagonal 0 is in the middle. */
  const furthest = new Int32Array(2 * most + 3).fill(-1);
  const middle = most + 1;
  furthest[middle + 1] = 0;
  /** The same before each number of steps, of the diagonals that may be reached then. */
  const reached: Int32Array[] = [];
  for (let steps = 0; steps <= most; steps++) {
    reached.push(furthest.slice(middle - steps - 1, middle + steps + 2));
    for (let k = -steps; k <= steps; k += 2) {
      const [below, above] = [furthest[middle + k - 1]!, furthest[middle + k + 1]!];
      let x = isDown(k, steps, below, above) ? above : below + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      furthest[middle + k] = x;
      if (x >= before.length && x - k >= after.length) return walkBack(before, after, reached);
    }
  }
  return replaced();
}

/** Whether a diagonal is reached by inserting, from the one above, rather than by deleting, from the one below. */
function isDown(k: number, steps: number, below: number, above: number): boolean {
  return k === -steps || (k !== steps && below < above);
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  reached: readonly Int32Array[],
): [Change, string][] {
  const backwards: [Change, string][] = [];
  let x = before.length;
  let y = after.length;
  for (let steps = reached.length - 1; steps >= 0; steps--) {
    const furthest = reached[steps]!;
    const middle = steps + 1;
    const k = x - y;
    const down = isDown(k, steps, furthest[middle + k - 1]!, furthest[middle + k + 1]!);
    const fromK = down ? k + 1 : k - 1;
    const fromX = furthest[middle + fromK]!;
    const fromY = fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      backwards.push(['kept', after[--y]!]);
      x--;
    }
    if (steps === 0) break;
    if (down) backwards.push(['inserted', after[--y]!]);
    else backwards.push(['deleted', before[--x]!]);
  }
  return backwards.reverse();
}
