/** Result of a push. `gone`: the app was removed, so its token is useless; `again`: retry later. */
export type PushResult = { state: 'sent' } | { state: 'gone' } | { state: 'again' | 'failed'; detail: string };

/** A push to one device. */
export interface Push<Payload> {
  token: string;
  payload: Payload;
  /** Whether a person is to notice it; else only the app does. */
  isAlert: boolean;
}

/** Payload for Apple: the JSON of the notification (https://developer.apple.com/documentation/usernotifications). */
export type ApnsPayload = { aps: object } & Record<string, unknown>;

/** Payload for an Android app: texts by name. */
export type FcmPayload = Record<string, string>;
