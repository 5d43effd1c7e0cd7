import type { SessionErrorCode } from './session-errors.ts';

/** Advice for clients about each error, for the OpenAPI document. */
export const sessionErrorAdvice: Readonly<Record<SessionErrorCode, string>> = {
  invalid_body: 'Correct the body: `message` names the member and the rule.',
  not_signed_in: 'Sign in.',
  wrong_credentials: 'Check the e-mail address and the password.',
  code_needed: 'Ask for a code of the second factor, then send the request again with it.',
  wrong_code: 'Ask for the code again. A code works only once.',
  second_factor_needed: 'The organization requires a second factor. Set one up.',
  sign_in_expired: 'Begin the sign-in again.',
  deactivated: 'Ask an administrator to reactivate the account.',
  first_run_code: 'Send the code that the server printed when it started.',
  other_sign_in: 'Sign in by the method that the organization uses.',
  not_from_our_pages: "Only call this from the server's own pages. Programs use an API key.",
  not_allowed: 'Ask an administrator or owner of the organization.',
  sign_in_anew: 'Confirm the password, then send the request again.',
  not_found: 'Check the path and the IDs in it.',
  no_organization: 'Check the host name: no organization has it.',
  misdirected: 'Send the request to the public address of `host`, not to a single cell.',
  method_not_allowed: 'Use a method that the header `Allow` lists.',
  choose_organization: 'Let the person choose one of the organizations, then send its ID.',
  not_possible: 'Read `message`: the state of the organization or the person does not allow this.',
  too_large: 'Send less at once.',
  too_many_requests: 'Wait for the seconds in `Retry-After`, then retry.',
  internal_error: 'Retry later. If it happens again, report it with its `request`.',
  unavailable: 'Retry after some seconds.',
};
