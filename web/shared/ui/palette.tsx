import { useId, useState } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import { Dialog } from './dialog.tsx';
import { describeListBox, handleListBoxKey, ListBox, type Option } from './list-box.tsx';
import './palette.css';

interface PaletteProps {
  /** Returns the best matches of the input, at most a screenful. */
  find(query: string): readonly Option[];
  onChoose(option: Option): void;
  /** Receives each input, so that more can be looked for than `find` knows. */
  onQuery?(query: string): void;
  onClose(): void;
  /** Title, if it does not select a place to go to. */
  title?: string;
  placeholder?: string;
}

/** Goes anywhere and does anything by a few letters. What there is to find is the app's. */
export function Palette({
  find,
  onChoose,
  onQuery,
  onClose,
  title = texts.palette.title,
  placeholder = texts.palette.placeholder,
}: PaletteProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const options = find(query);
  const choose = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    onChoose(option);
  };
  return (
    <Dialog title={title} place="top" onClose={onClose}>
      <input
        class="input"
        type="text"
        autocomplete="off"
        aria-label={placeholder}
        placeholder={placeholder}
        value={query}
        {...describeListBox(id, options.length > 0, options.length, active)}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          onQuery?.(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) =>
          handleListBoxKey(event, {
            count: options.length,
            active,
            onActive: setActive,
            onChoose: () => choose(options[active]),
            onClose,
          })
        }
      />
      <div class="palette-options">
        {options.length > 0 ? (
          <ListBox id={id} label={title} {...{ options, active }} onActive={setActive} onChoose={choose} />
        ) : (
          <p class="nothing">{query === '' ? texts.palette.empty : texts.noMatch({ query })}</p>
        )}
      </div>
      <p class="unseen" aria-live="polite">
        {options.length > 0 ? texts.options({ count: options.length }) : texts.noMatch({ query })}
      </p>
    </Dialog>
  );
}
