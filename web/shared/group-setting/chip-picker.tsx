import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { TermChip } from '../ui/chip.tsx';
import { groupSettingWords } from './texts/index.ts';
import './chip-picker.css';
import { Combobox } from '../ui/combobox.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-names.ts';
import type { Option } from '../ui/list-box.tsx';

/** One that was chosen. */
export interface PickedChip {
  id: string;
  label: string;
  icon?: IconName;
}

interface ChipPickerProps {
  /** Label of the field that finds more. */
  label: string;
  hint?: string;
  /** Why what was chosen is not taken. */
  problem?: string | undefined;
  chosen: readonly PickedChip[];
  /** Returns the best matches of the input, without those that are chosen. */
  find(query: string): readonly Option[];
  onAdd(id: string): void;
  onRemove(id: string): void;
}

/** More is no list that anybody reads. */
const MAX_SHOWN = 60;

/** Several of many, found by name: the chosen ones are chips, and the field is empty again for the next. */
export function ChipPicker({ label, hint, problem, chosen, find, onAdd, onRemove }: ChipPickerProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  // The next one is typed at once.
  useLayoutEffect(() => {
    if (changes > 0) field.current!.querySelector('input')!.focus();
  }, [changes]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div class="chip-picker" role="group" aria-label={label} aria-describedby={problem && `${id}-problem`}>
      <div ref={field}>
        <Combobox
          key={changes}
          {...{ label, find }}
          {...(hint && { hint })}
          onChoose={(option) => {
            onAdd(option.id);
            setChanges(changes + 1);
          }}
        />
      </div>
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.slice(0, MAX_SHOWN).map((chip) => (
            <li key={chip.id}>
              <TermChip
                label={chip.label}
                {...(chip.icon && { icon: chip.icon })}
                onRemove={() => {
                  onRemove(chip.id);
                  setChanges(changes + 1);
                }}
              />
            </li>
          ))}
          {chosen.length > MAX_SHOWN && (
            <li class="quiet-words">{groupSettingWords.more({ count: chosen.length - MAX_SHOWN })}</li>
          )}
        </ul>
      )}
      <div aria-live="polite">
        {problem && (
          <p class="problem" id={`${id}-problem`}>
            <Icon name="circle-alert" />
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
