import sprite from 'hubbub:icons';
import './icon.css';
import type { IconName } from './icon-names.ts';

/** A drawing beside words; never instead of them, so it is hidden from whoever listens. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
