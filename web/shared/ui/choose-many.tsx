import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import { TermChip } from './chip.tsx';
import './choose-many.css';
import { Combobox } from './combobox.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

/** Something that can be chosen. */
export interface Choice {
  id: string;
  label: string;
  icon: IconName;
  /** The kind of thing it is, in words, where that is not plain. */
  side?: string;
}

interface ChooseManyProps {
  label: string;
  hint?: string;
  /** Why what was chosen is not taken. */
  problem?: string | undefined;
  chosen: readonly Choice[];
  /** Returns the best matches of the input, at most a screenful. Those that are chosen are left out. */
  find(query: string): readonly Choice[];
  onChange(chosen: readonly Choice[]): void;
}

/** More is no list that anybody reads. */
const MAX_SHOWN = 60;

/** Finds several things by name, one after the other; those that are chosen stand below, and can be taken out again. */
export function ChooseMany({ label, hint, problem, chosen, find, onChange }: ChooseManyProps) {
  const field = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  // One in the place of another is a change too.
  const version = `${changes} ${chosen.length}`;
  const before = useRef(version);
  let offered: readonly Choice[] = [];
  useLayoutEffect(() => {
    // The next one is found right after this one.
    if (before.current !== version) field.current!.querySelector('input')!.focus();
    before.current = version;
  }, [version]);
  const change = (next: readonly Choice[]) => {
    onChange(next);
    setChanges(changes + 1);
  };
  return (
    <div class="choose-many">
      <div ref={field}>
        <Combobox
          key={version}
          {...{ label, problem }}
          {...(hint && { hint })}
          find={(query) => {
            offered = find(query).filter(({ id }) => !chosen.some((each) => each.id === id));
            return offered.map(({ id, label: name, icon, side }) => ({
              ...{ id, label: name },
              content: (
                <>
                  <Icon name={icon} />
                  <bdi class="grow">{name}</bdi>
                  {side && <span class="quiet-words">{side}</span>}
                </>
              ),
            }));
          }}
          onChoose={({ id }) => change([...chosen, ...offered.filter((each) => each.id === id)])}
        />
      </div>
      {chosen.length > 0 && (
        <ul class="chosen" aria-label={label}>
          {chosen.slice(0, MAX_SHOWN).map((choice) => (
            <li key={choice.id}>
              <TermChip
                label={choice.label}
                icon={choice.icon}
                onRemove={() => change(chosen.filter(({ id }) => id !== choice.id))}
              />
            </li>
          ))}
          {chosen.length > MAX_SHOWN && (
            <li class="quiet-words">{texts.andMore({ count: chosen.length - MAX_SHOWN })}</li>
          )}
        </ul>
      )}
    </div>
  );
}
