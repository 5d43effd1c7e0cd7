import { hash, verify } from '@node-rs/argon2';

// argon2id (the library's default) with OWASP's first recommended setting: 19 MiB, 2 passes, 1 lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The form in which a password is kept. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether `password` is the one behind `hashed`. With no hash (an unknown account) it takes as long and says no, so
 * that the time does not tell which accounts exist.
 */
export async function checkPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const right = await verify(hashed ?? (await decoy), password).catch(() => false);
  return right && Boolean(hashed);
}
