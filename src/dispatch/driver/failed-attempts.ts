import type { Services } from '../../platform/services.ts';

/** Wrong passwords of one worker in a minute. */
const WRONG_PER_WORKER = 10;

/**
 * Counts a worker's password as wrongly guessed, for its address and for whose it is to be; to be called before it is
 * looked at.
 * @param worker the end of a phone number, or a worker's ID
 * @returns takes the count back: the password was right
 * @throws {TooManyGuesses} which is error 2300
 */
export function countFailedAttempt({ guesses, config, clock }: Services, address: string, worker: string): () => void {
  const limits = {
    [`driver sign-in from ${address}`]: config.failedSignInsPerMinute,
    [`driver sign-in as ${worker}`]: WRONG_PER_WORKER,
  };
  return guesses.count(limits, clock.now());
}
