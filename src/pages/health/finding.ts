/** `warn`: the server works, but something needs attention soon. `fail`: something does not work. */
export type FindingState = 'ok' | 'warn' | 'fail';

/** Result of a check. */
export interface Finding {
  check: string;
  state: FindingState;
  detail: string;
}

/** Returns the result of a check that only passes or fails. */
export function passOrFail(check: string, isOk: boolean, detail: string): Finding {
  return { check, state: isOk ? 'ok' : 'fail', detail };
}
