/** Somebody of one organization who can sign in. What they may do follows from the rows of chat and dispatch that point here. */
export interface Person {
  organizationId: string;
  id: string;
  email: string | null;
  emailVerifiedAt: Date | null;
  /** In E.164 form. */
  phone: string | null;
  phoneVerifiedAt: Date | null;
  /** In the form of `hashPassword`; null: no sign-in by password. */
  passwordHash: string | null;
  /** Until when it opens something, where it was sent to them and not chosen; null: for ever. */
  passwordEndsAt: Date | null;
  /** Since when a password alone does not sign in. */
  secondFactorAt: Date | null;
}

/** Person to create. */
export interface NewPerson {
  organizationId: string;
  email?: string | null;
  phone?: string | null;
  passwordHash: string | null;
  /** Until when it opens something; unless given, for ever. */
  passwordEndsAt?: Date | null;
  /** Whether the address is proven: somebody who reads mail there said so, or the operator of the server named it. */
  isEmailVerified?: boolean;
}
