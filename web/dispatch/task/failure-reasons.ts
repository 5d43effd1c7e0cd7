/** The reasons of the API's clients; drivers' apps say the same ones. */
export const failureReasons = [
  'RECIPIENT_UNAVAILABLE',
  'INCORRECT_ADDRESS',
  'REFUSED_BY_RECIPIENT',
  'DAMAGED',
  'TRANSPORTATION_ISSUE',
  'OTHER',
] as const;
