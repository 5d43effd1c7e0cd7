/** Argon2id (the library's default) with OWASP's first recommended setting: 19 MiB, 2 passes, 1 lane. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Prefix of a hash with the present parameters. */
export const PRESENT_FORM = `$argon2id$v=19$m=${PASSWORD_COST.memoryCost},t=${PASSWORD_COST.timeCost},p=${PASSWORD_COST.parallelism}$`;

/** Looks like a hash and costs as much to look at, and is no password's: salt and rest are zeros. */
export const NOBODYS_HASH = `${PRESENT_FORM}${'A'.repeat(22)}$${'A'.repeat(43)}`;
