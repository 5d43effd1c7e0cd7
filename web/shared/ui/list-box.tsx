import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import './list-box.css';

export interface Option {
  id: string;
  /** Label of the option. */
  label: string;
  /** Content shown instead of the label. */
  content?: ComponentChild;
}

interface ListBoxProps {
  id: string;
  label: string;
  options: readonly Option[];
  /** The option that Enter chooses. The focus stays where one types. */
  active: number;
  onActive(index: number): void;
  onChoose(option: Option): void;
}

/**
 * Options under a field that one types into. The field keeps the focus and names the active option
 * (`aria-activedescendant`, by `describeListBox`); its keys are `handleListBoxKey`'s.
 */
export function ListBox({ id, label, options, active, onActive, onChoose }: ListBoxProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div id={id} role="listbox" aria-label={label} class="list-box">
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays where one types
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys go there as well
        <div
          key={option.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          class="option"
          onPointerMove={() => index !== active && onActive(index)}
          // The field must not lose the focus to what is clicked.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.content ?? <span dir="auto">{option.label}</span>}
        </div>
      ))}
    </div>
  );
}

export function optionId(id: string, index: number): string {
  return `${id}-${index}`;
}

interface ListBoxKeys {
  count: number;
  active: number;
  onActive(index: number): void;
  onChoose(): void;
  onClose(): void;
}

/** Handles keys in the field while options are shown. @returns whether the key was one of these */
export function handleListBoxKey(
  event: KeyboardEvent,
  { count, active, onActive, onChoose, onClose }: ListBoxKeys,
): boolean {
  // Enter ends a composition of an input method, it does not choose.
  if (event.isComposing) return false;
  const handlers: Record<string, () => void> = {
    ArrowDown: () => onActive((active + 1) % count),
    ArrowUp: () => onActive((active - 1 + count) % count),
    Enter: onChoose,
    Escape: onClose,
  };
  const handle = count === 0 && event.key !== 'Escape' ? undefined : handlers[event.key];
  if (!handle) return false;
  event.preventDefault();
  handle();
  return true;
}

/** Returns the ARIA attributes of a field with options. */
export function describeListBox(id: string, isOpen: boolean, count: number, active: number) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen && count > 0 ? optionId(id, active) : undefined,
  } as const;
}
