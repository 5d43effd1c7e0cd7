import { Refusal } from '../../shared/session/request.ts';
import { texts } from '../../shared/texts/index.ts';
import { showToast } from '../../shared/ui/toast.tsx';

/** Tells why something was not done: the server's sentence, or that it cannot be reached. */
export function refuse(error: Error): void {
  showToast(error instanceof Refusal ? error.message : texts.states.unreachable, undefined, 'refused');
}
