/** Returns the start of the next page in lists that go on after an ID. */
export const afterLastId = ({ lastId }: { lastId?: string }): [name: string, place: string] | undefined =>
  lastId ? ['lastId', lastId] : undefined;
