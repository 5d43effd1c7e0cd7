/** What became of a push. `gone`: the app is no longer there, so its token is of no use; `again`: try later. */
export type PushResult = { state: 'sent' } | { state: 'gone' } | { state: 'again' | 'failed'; detail: string };

/** A push to one device. */
export interface Push<Payload> {
  token: string;
  payload: Payload;
  /** Whether a person is to notice it; else only the app does. */
  isAlert: boolean;
}

/** What goes to Apple: the JSON of the notification (https://developer.apple.com/documentation/usernotifications). */
export type ApnsPayload = { aps: object } & Record<string, unknown>;

/** What goes to an Android app: texts by name. */
export type FcmPayload = Record<string, string>;
