/** Somebody as a provider names them, for good (OpenID Connect Core, 5.7). */
export interface OpenIdSubject {
  issuer: string;
  subject: string;
}

/** Claims of a provider about a person. */
export interface OpenIdClaims extends OpenIdSubject {
  /** One that the provider has verified; else undefined. */
  email: string | undefined;
}
