import sprite from 'hubbub:icons';
import './icon.css';
import type { IconName } from './icon-names.ts';

/** A drawing beside words; never instead of them, so it is hidden from whoever listens. */
export function Icon({ name, size = 'plain' }: { name: IconName; size?: 'plain' | 'large' }) {
  return (
    <svg class={size === 'large' ? 'icon large' : 'icon'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
