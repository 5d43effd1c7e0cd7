/**
 * Groups of people who can be required to have a second factor, from the mildest to the strictest. `staff`: everybody
 * with a chat account or dispatch access; `everyone`: drivers too.
 */
export const FACTOR_DEMANDS = ['nobody', 'staff', 'everyone'] as const;

export type FactorDemand = (typeof FACTOR_DEMANDS)[number];
