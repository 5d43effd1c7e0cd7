import type { Holders } from '../../shared/group-setting/holders.ts';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { words } from '../texts/index.ts';

interface Change {
  /** Parameter of the operation. */
  name: string;
  value: Holders;
  /** Holders as they were shown: where somebody else has changed them meanwhile, nothing is overwritten. */
  before: Holders;
}

/**
 * Saves who holds a permission. Also after a refusal it is read anew: what was shown is no more, and would be refused again.
 * @throws {Refusal}
 */
export async function savePermission(path: string, { name, value, before }: Change, onDone: () => void): Promise<void> {
  try {
    await request(path, { method: 'PATCH', form: { [name]: { new: value, old: before } } });
    showToast(words.saved);
    onDone();
  } catch (error) {
    if (error instanceof Refusal) onDone();
    throw error;
  }
}
