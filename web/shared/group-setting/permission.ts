import type { HolderRule, Holders } from './holders.ts';
import type { Subject } from './who.ts';

/** A permission, as it is shown and changed. */
export interface Permission {
  id: string;
  name: string;
  value: Holders;
  /** Holders by another setting or by their role, whom the value does not name. */
  others?: readonly Holders[];
  rule: HolderRule;
  /** Returns what the holders may do. */
  sentence(subject: Subject): string;
  /** The same of the value's own holders, where there are others. */
  alsoSentence?(subject: Subject): string;
  /** Why the reader may not change it; an empty text for no reason to give. Absent: they may. */
  locked?: string | undefined;
  /** @param before what was shown when it was opened @throws {Refusal} */
  save(value: Holders, before: Holders): Promise<void>;
}
