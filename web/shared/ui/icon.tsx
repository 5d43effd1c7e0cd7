import sprite from 'hubbub:icons';
import './icon.css';
import type { IconName } from './icon-names.ts';

interface IconProps {
  name: IconName;
  /** Points the other way where text runs from right to left. */
  mirrored?: boolean;
}

/** A drawing beside words; never instead of them, so it is hidden from whoever listens. */
export function Icon({ name, mirrored }: IconProps) {
  return (
    <svg class={mirrored ? 'icon mirrored' : 'icon'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
