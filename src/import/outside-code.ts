/** Changes the parts of a text that are not code. Quotes and spoilers are none, though they have fences. */
export function outsideCode(text: string, change: (part: string) => string): string {
  const written: string[] = [];
  let plain: string[] = [];
  const fences: { mark: string; isCode: boolean }[] = [];
  const flush = () => {
    if (plain.length > 0) written.push(outsideSpans(plain.join('\n'), change));
    plain = [];
  };
  for (const line of text.split('\n')) {
    // The mark is looked at whole (`\1`): no time goes into shorter ones.
    const [, mark, info = ''] = /^ {0,3}(?=(`{3,}|~{3,}))\1([^`]*)$/.exec(line) ?? [];
    const open = fences.at(-1);
    if (mark !== undefined && open && info.trim() === '' && mark.startsWith(open.mark)) fences.pop();
    else if (mark !== undefined && !open?.isCode)
      fences.push({ mark, isCode: !/^(?:quote|spoiler)\b/i.test(info.trim()) });
    else if (!open?.isCode) {
      plain.push(line);
      continue;
    }
    flush();
    written.push(line);
  }
  flush();
  return written.join('\n');
}

/** Changes what stands in no span of code: between two marks of as many backticks in one paragraph. */
function outsideSpans(text: string, change: (part: string) => string): string {
  return text
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) => outsideSpansOf(paragraph, change))
    .join('');
}

function outsideSpansOf(paragraph: string, change: (part: string) => string): string {
  const marks = [...paragraph.matchAll(/`+/g)].map(({ index, 0: mark }) => ({ index, length: mark.length }));
  /** The next mark of the same length. */
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const [n, { length }] of [...marks.entries()].reverse()) {
    if (next.has(length)) ends.set(n, next.get(length)!);
    next.set(length, n);
  }
  let written = '';
  let from = 0;
  for (let n = 0; n < marks.length; n++) {
    const end = ends.get(n);
    if (end === undefined) continue;
    const [start, stop] = [marks[n]!.index, marks[end]!.index + marks[end]!.length];
    written += change(paragraph.slice(from, start)) + paragraph.slice(start, stop);
    from = stop;
    n = end;
  }
  return written + change(paragraph.slice(from));
}
