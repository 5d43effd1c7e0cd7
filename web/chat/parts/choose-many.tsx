import { useEffect, useRef } from 'preact/hooks';
import { TermChip } from '../../shared/ui/chip.tsx';
import { Combobox } from '../../shared/ui/combobox.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import './choose-many.css';

/** Something that can be chosen. */
export interface Choice {
  id: string;
  label: string;
  icon: IconName;
}

interface ChooseManyProps {
  label: string;
  hint?: string;
  chosen: readonly Choice[];
  /** Returns the best matches of the input, at most a screenful. */
  find(query: string): readonly Choice[];
  onChange(chosen: readonly Choice[]): void;
}

/** Finds several things by name, one after the other; those that are chosen stand above, and can be taken out again. */
export function ChooseMany({ label, hint, chosen, find, onChange }: ChooseManyProps) {
  const field = useRef<HTMLDivElement>(null);
  const before = useRef(chosen.length);
  let offered: readonly Choice[] = [];
  useEffect(() => {
    // The next one is found right after this one.
    if (before.current !== chosen.length) field.current!.querySelector('input')!.focus();
    before.current = chosen.length;
  }, [chosen.length]);
  return (
    <div class="choose-many">
      {chosen.length > 0 && (
        <ul class="chosen" aria-label={label}>
          {chosen.map((choice) => (
            <li key={choice.id}>
              <TermChip
                label={choice.label}
                icon={choice.icon}
                onRemove={() => onChange(chosen.filter(({ id }) => id !== choice.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <div ref={field}>
        <Combobox
          key={chosen.length}
          label={label}
          {...(hint && { hint })}
          find={(query) => {
            offered = find(query).filter(({ id }) => !chosen.some((each) => each.id === id));
            return offered.map(({ id, label: name, icon }) => ({
              ...{ id, label: name },
              content: (
                <>
                  <Icon name={icon} />
                  <bdi>{name}</bdi>
                </>
              ),
            }));
          }}
          onChoose={({ id }) => onChange([...chosen, ...offered.filter((each) => each.id === id)])}
        />
      </div>
    </div>
  );
}
