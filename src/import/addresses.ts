import { createHash } from 'node:crypto';
import { lowerKeyOf } from '../platform/db/lower-key.ts';
import { mailboxOf } from './names.ts';

/** The address of an account that has no mailbox. */
export const placeholder = (program: string, sourceId: string) =>
  `${program}-${createHash('sha256').update(sourceId).digest('hex').slice(0, 16)}@imported.invalid`;

/** Addresses by which people are known; one that another has is nobody's mailbox. */
export class Addresses {
  readonly #taken = new Set<string>();
  readonly #program: string;

  /** @param program the program that the archive is of */
  constructor(program: string) {
    this.#program = program;
  }

  /** The address, or another one for whoever has none of their own. */
  take(address: string, sourceId: string): { email: string; hasMailbox: boolean } {
    const mailbox = mailboxOf(address);
    if (mailbox !== undefined && !this.#taken.has(lowerKeyOf(mailbox))) {
      this.#taken.add(lowerKeyOf(mailbox));
      return { email: mailbox, hasMailbox: true };
    }
    return { email: placeholder(this.#program, sourceId), hasMailbox: false };
  }
}
