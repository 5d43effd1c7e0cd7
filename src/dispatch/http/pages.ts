/** A long list and how it is read. */
export interface PagedList<Row, Element> {
  /** Elements in all, at most. */
  most: number;
  /** Elements read and presented at a time; 250 when it is not said. */
  size?: number;
  /** The next rows after the given one, in the list's order. */
  read(after: Row | undefined, limit: number): Promise<Row[]>;
  present(rows: readonly Row[]): Promise<Element[]> | Element[];
}

/**
 * A list page by page, for `JsonPages`. Each page is a statement of its own that continues after the last one, so that
 * no transaction is held open for a slow client: an object that is created or deleted meanwhile may be in the list or
 * not, every other one is in it once.
 */
export async function* pagesOf<Row, Element>(list: PagedList<Row, Element>): AsyncGenerator<Element[]> {
  const { size = 250 } = list;
  let after: Row | undefined;
  for (let left = list.most; left > 0; left -= size) {
    const limit = Math.min(left, size);
    const rows = await list.read(after, limit);
    yield await list.present(rows);
    if (rows.length < limit) return;
    after = rows.at(-1)!;
  }
}

/**
 * End of a page in a list sorted by age: the time as PostgreSQL writes it, because a JavaScript date would cut off
 * microseconds.
 */
export interface PageEnd {
  createdAtText: string;
  id: string;
}
