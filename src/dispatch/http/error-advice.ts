import type { DispatchErrorNumber } from './errors.ts';

/** Advice for integrators about each error, for the OpenAPI document. */
export const dispatchErrorAdvice: Readonly<Record<DispatchErrorNumber, string>> = {
  1000: '`cause` names the parameter and the rule. Correct the value.',
  1004: '`cause` names the key and the value that exist already. Use another value, or the existing object.',
  1005: '`cause` names the parameter and the type that it must have.',
  1008: 'The receiver must answer the validation request with the text of `check`. Then register it again.',
  1009: 'Send times in milliseconds since 1970, the earlier one first.',
  1011: 'Correct the address, or send a `location` with it.',
  1100: 'Send the credentials that the operation asks for.',
  1102: 'Check the API key. It may have been revoked.',
  1300: 'Use a key of somebody who has this right, or an object of your own organization.',
  1400: 'Check the path.',
  1401: 'Use a method that the header `Allow` lists.',
  1403: 'Send the request to the public address of the host, not to a single cell.',
  1402: 'Check the ID. The object may have been deleted.',
  1500: 'Send less at once.',
  1900: 'Add the parameter that `cause` names.',
  2218: 'Nothing to do, until the team has unassigned tasks.',
  2219: 'Nothing to do, until there are tasks to assign.',
  2300: 'Wait for the seconds in `Retry-After`, then retry.',
  2400: 'Retry, one request at a time.',
  2401: 'Apply your change to the object as it is now, and send its new version.',
  2500: 'Retry later. If it happens again, report it with its `request`.',
  2501: 'Wait for the seconds in `Retry-After`, then retry.',
};
