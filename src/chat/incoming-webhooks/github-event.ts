// biome-ignore lint/suspicious/noExplicitAny: whatever GitHub sends; every value goes through `foreignText`, `plainLine` or `link`
export type WebhookPayload = any;

/** What is said of an event, in the repository's topic unless it names another; undefined when nothing is. */
export type EventText = { topic?: string; content: string } | undefined;
export type ReadEvent = (payload: WebhookPayload, who: string, repository: string) => EventText;
