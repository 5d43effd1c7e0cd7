import { Readable } from 'node:stream';

/** An answer that is a JSON array of any length, page by page: its whole text is never in memory. */
export class JsonPages<Element> {
  readonly pages: AsyncIterable<readonly Element[]>;
  /** Text before and after the array. */
  readonly frame: readonly [before: string, after: string];

  /** @param member of the object that the array is in, which has no other; absent: the array is the answer itself */
  constructor(pages: AsyncIterable<readonly Element[]>, member?: string) {
    this.pages = pages;
    this.frame = member === undefined ? ['[', ']'] : [`{${JSON.stringify(member)}:[`, ']}'];
  }
}

/**
 * The answer's text: whole when it has one page, else a stream that reads a page when the client has taken the ones
 * before. The first two pages are read at once, so what fails in them is thrown.
 * @param check of the answers against their declaration, where they are checked
 * @param failed gets an error after the answer has begun; the client then gets an answer without an end
 */
export async function textOfPages(
  { pages, frame }: JsonPages<unknown>,
  check: ((json: string) => void) | undefined,
  failed: (error: Error) => void,
): Promise<string | Readable> {
  const texts = textsOf(pages, (text) => check?.(frame.join(text)));
  const first = await texts.next();
  if (first.done) return frame.join('');
  const second = await texts.next();
  if (second.done) return frame.join(first.value);
  return Readable.from(joined(frame, [first.value, second.value], texts, failed));
}

async function* textsOf(
  pages: AsyncIterable<readonly unknown[]>,
  check: (text: string) => void,
): AsyncGenerator<string, undefined> {
  for await (const page of pages) {
    if (page.length === 0) continue;
    const text = page.map((element) => JSON.stringify(element)).join(',');
    check(text);
    yield text;
  }
}

async function* joined(
  [start, end]: JsonPages<unknown>['frame'],
  begun: readonly string[],
  texts: AsyncIterable<string>,
  failed: (error: Error) => void,
): AsyncGenerator<string> {
  let before = start;
  for (const text of begun) {
    yield before + text;
    before = ',';
  }
  try {
    for await (const text of texts) yield before + text;
  } catch (error) {
    failed(error as Error);
    throw error;
  }
  yield end;
}
