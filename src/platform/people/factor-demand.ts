/**
 * Of whom an organization can demand a second factor, from the mildest to the strictest. `staff`: everybody with an account of the
 * chat, or who dispatches; `everyone`: drivers too.
 */
export const FACTOR_DEMANDS = ['nobody', 'staff', 'everyone'] as const;

export type FactorDemand = (typeof FACTOR_DEMANDS)[number];
