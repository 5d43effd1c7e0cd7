import './brand-mark.css';
import { initialsOf } from '../../../rules/initials.ts';

interface BrandMarkProps {
  /** Name of the organization; it stands beside the mark, so the mark is hidden from screen readers. */
  name: string;
  /** Address of its logo; without one its initials stand on its colour. */
  logo?: string | undefined;
}

/** An organization's mark: its logo, or its initials on its colour (`setBrand`). */
export function BrandMark({ name, logo }: BrandMarkProps) {
  return (
    <span class="brand-mark" aria-hidden="true">
      {logo ? <img src={logo} alt="" /> : initialsOf(name)}
    </span>
  );
}
