// biome-ignore lint/suspicious/noExplicitAny: whatever a service sends; every value goes through `foreignText`, `plainLine` or `link`
export type ForeignPayload = any;

/** Text for an event, in the topic of its project unless it names another; undefined if nothing is posted. */
export type EventText = { topic?: string; content: string } | undefined;

/** @param project the topic of what names no other */
export type ReadEvent = (payload: ForeignPayload, who: string, project: string) => EventText;
