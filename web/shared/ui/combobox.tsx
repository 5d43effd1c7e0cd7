import { useId, useState } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import './combobox.css';
import { Problem } from './field.tsx';
import { describeListBox, handleListBoxKey, ListBox, type Option } from './list-box.tsx';

interface ComboboxProps {
  label: string;
  hint?: string;
  /** Why what was chosen is not taken. */
  problem?: string | undefined;
  /** Label of what is chosen at first. */
  chosen?: string | undefined;
  /** Returns the best matches of the input, at most a screenful. */
  find(query: string): readonly Option[];
  onChoose(option: Option): void;
}

/** A field that finds one of many by its name. */
export function Combobox({ label, hint, problem, chosen = '', find, onChoose }: ComboboxProps) {
  const id = useId();
  const [query, setQuery] = useState(chosen);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const options = isOpen ? find(query) : [];
  const choose = (option: Option | undefined) => {
    if (!option) return;
    setQuery(option.label);
    setOpen(false);
    onChoose(option);
  };
  const listId = `${id}-options`;
  return (
    <div class="field combobox">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="text"
        autocomplete="off"
        value={query}
        {...describeListBox(listId, isOpen && options.length > 0, options.length, active)}
        aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
        aria-invalid={problem ? true : undefined}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (!isOpen) {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              setOpen(true);
            }
            return;
          }
          handleListBoxKey(event, {
            count: options.length,
            active,
            onActive: setActive,
            onChoose: () => choose(options[active]),
            onClose: () => setOpen(false),
          });
        }}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Problem id={`${id}-problem`} text={problem} />
      {isOpen && (
        <div class="combobox-list" popover="manual" ref={(list) => list?.showPopover()}>
          {options.length > 0 ? (
            <ListBox id={listId} label={label} {...{ options, active }} onActive={setActive} onChoose={choose} />
          ) : (
            <p class="nothing">{texts.noMatch({ query })}</p>
          )}
        </div>
      )}
      <p class="unseen" aria-live="polite">
        {isOpen && (options.length > 0 ? texts.options({ count: options.length }) : texts.noMatch({ query }))}
      </p>
    </div>
  );
}
