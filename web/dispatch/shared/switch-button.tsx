import type { ComponentChildren } from 'preact';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import './switch-button.css';

interface SwitchButtonProps {
  icon: IconName;
  isOn: boolean;
  onChange(isOn: boolean): void;
  children: ComponentChildren;
}

/** Something that is on or off, at once. */
export function SwitchButton({ icon, isOn, onChange, children }: SwitchButtonProps) {
  return (
    <button type="button" class="button switch-button" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <Icon name={isOn ? 'check' : icon} />
      <span>{children}</span>
    </button>
  );
}
