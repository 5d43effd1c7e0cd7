import { IconButton } from '../../shared/ui/button.tsx';
import { endInWords, restUntil } from './rest.ts';
import { notifyWords as words } from './texts/index.ts';

/** In the header while nothing rings: until when, and the control. */
export function RestButton({ onOpen }: { onOpen(): void }) {
  const until = restUntil.value;
  if (!until) return null;
  return <IconButton icon="bell-off" label={words.rest.until({ time: endInWords(until) })} onClick={onOpen} />;
}
