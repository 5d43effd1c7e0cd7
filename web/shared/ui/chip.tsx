import { texts } from '../texts/index.ts';
import './chip.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

interface ChipProps {
  label: string;
  icon?: IconName;
}

/** A filter that is on or off. */
export function FilterChip({ label, icon, pressed, onPress }: ChipProps & { pressed: boolean; onPress(): void }) {
  return (
    <button type="button" class="chip" aria-pressed={pressed} onClick={onPress}>
      {pressed ? <Icon name="check" /> : icon && <Icon name={icon} />}
      <span dir="auto">{label}</span>
    </button>
  );
}

/** A term that was chosen, of a search or a list of people, and can be taken out again. */
export function TermChip({ label, icon, onRemove }: ChipProps & { onRemove(): void }) {
  return (
    <span class="chip term">
      {icon && <Icon name={icon} />}
      <span dir="auto">{label}</span>
      <button type="button" aria-label={texts.remove({ name: label })} onClick={onRemove}>
        <Icon name="x" />
      </button>
    </span>
  );
}
