import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isWithoutModifier } from '../../shared/keys.ts';
import { texts } from '../../shared/texts/index.ts';
import '../../shared/ui/combobox.css';
import '../../shared/ui/field.css';
import { describeListBox, handleListBoxKey, ListBox, type Option } from '../../shared/ui/list-box.tsx';

/** Time without a key after which the own server is asked. */
const PAUSE_MS = 200;
/** Time without a key after which the server asks others. */
const LONG_PAUSE_MS = 800;
const NOT_CHOSEN = -1;

interface SuggestFieldProps<T> {
  name: string;
  label: string;
  hint?: string;
  inputMode?: 'text' | 'tel';
  optional?: boolean;
  maxLength: number;
  defaultValue: string;
  /** Returns what may be meant. @param mayBeSlow whether nothing was typed for a while, so that slow sources may be asked */
  ask(typed: string, mayBeSlow: boolean): Promise<readonly T[]>;
  optionOf(suggestion: T, index: number): Option;
  onType?(): void;
  onChoose(suggestion: T, field: HTMLInputElement): void;
}

/**
 * A field of a form with suggestions of the server. Nothing is chosen before an arrow key: Enter sends what was typed. A
 * request that fails suggests nothing.
 */
export function SuggestField<T>(props: SuggestFieldProps<T>) {
  const {
    name,
    label,
    hint,
    inputMode = 'text',
    optional,
    maxLength,
    defaultValue,
    ask,
    optionOf,
    onType,
    onChoose,
  } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly T[]>([]);
  const [active, setActive] = useState(NOT_CHOSEN);
  const timers = useRef<number[]>([]);
  const stop = () => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [];
  };
  const close = () => {
    stop();
    setFound([]);
    setActive(NOT_CHOSEN);
  };
  useEffect(() => stop, []);
  const askAfter = (pause: number, typed: string) =>
    window.setTimeout(async () => {
      const mayBeSlow = pause === LONG_PAUSE_MS;
      const answer = await ask(typed, mayBeSlow).catch(() => undefined);
      // Typed or left meanwhile: the answer is of no use.
      if (!answer || field.current?.value !== typed || document.activeElement !== field.current) return;
      setFound(answer);
      if (!mayBeSlow) setActive(NOT_CHOSEN);
    }, pause);
  const options = found.map(optionOf);
  const isOpen = options.length > 0;
  const listId = `${id}-options`;
  const choose = (index: number) => {
    const suggestion = found[index];
    close();
    if (suggestion) onChoose(suggestion, field.current!);
  };
  return (
    <div class="field combobox">
      <label for={id}>
        {label} {optional && <span class="quiet-words">({texts.optional})</span>}
      </label>
      <input
        ref={field}
        id={id}
        class="input"
        name={name}
        type="text"
        {...{ inputMode }}
        autocomplete="off"
        dir="auto"
        maxLength={maxLength}
        required={!optional}
        defaultValue={defaultValue}
        {...describeListBox(listId, isOpen, active === NOT_CHOSEN ? 0 : options.length, active)}
        aria-describedby={hint && `${id}-hint`}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          onType?.();
          stop();
          setActive(NOT_CHOSEN);
          if (typed.trim() === '') setFound([]);
          else timers.current = [PAUSE_MS, LONG_PAUSE_MS].map((pause) => askAfter(pause, typed));
        }}
        onBlur={close}
        onKeyDown={(event) => {
          if (!isOpen || !isWithoutModifier(event)) return;
          if (event.key === 'Enter' && active === NOT_CHOSEN) return;
          handleListBoxKey(event, {
            count: options.length,
            active: active === NOT_CHOSEN && event.key === 'ArrowUp' ? 0 : active,
            onActive: setActive,
            onChoose: () => choose(active),
            onClose: () => {
              // The sheet around it stays open.
              event.stopPropagation();
              close();
            },
          });
        }}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {isOpen && (
        <div class="combobox-list" popover="manual" ref={(list) => list?.showPopover()}>
          <ListBox
            id={listId}
            label={label}
            {...{ options, active }}
            onActive={setActive}
            onChoose={(option) => choose(options.findIndex((one) => one.id === option.id))}
          />
        </div>
      )}
      <p class="unseen" aria-live="polite">
        {isOpen && texts.options({ count: options.length })}
      </p>
    </div>
  );
}
