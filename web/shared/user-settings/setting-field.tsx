import type { ComponentChildren, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import './setting-field.css';
import { AMOUNTS, type AmountName, CHOICES, type ChoiceName, type SettingName } from './table.ts';
import { userSettingWords as words } from './texts/index.ts';

/** Languages that e-mails are written in. */
const LANGUAGES = ['en', 'de'];

interface SettingFieldProps {
  name: SettingName;
  value: unknown;
  /** Names of the sounds to choose from. */
  sounds: readonly string[];
  /** Takes a value as soon as it is chosen. */
  save(value: unknown): void;
}

/** One setting of a person: its name, a control for its kind, and what helps. */
export function SettingField({ name, value, sounds, save }: SettingFieldProps) {
  const id = useId();
  const hint = (words.hints as Partial<Record<SettingName, string>>)[name];
  return (
    <div class={typeof value === 'boolean' ? 'setting flag' : 'setting'}>
      {controlOf({ name, id, value, sounds, save, describedBy: hint && `${id}-hint` })}
      <label for={id}>{words.names[name]}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  name: SettingName;
  id: string;
  value: unknown;
  sounds: readonly string[];
  describedBy: string | undefined;
  save(value: unknown): void;
}

function controlOf(props: ControlProps): VNode {
  const { name, id, value, sounds, describedBy, save } = props;
  if (typeof value === 'boolean')
    return (
      <input
        type="checkbox"
        aria-describedby={describedBy}
        checked={value}
        onChange={({ currentTarget }) => save(currentTarget.checked)}
        {...{ id }}
      />
    );
  if (name in AMOUNTS) return <Amount {...props} name={name as AmountName} />;
  if (name in CHOICES) {
    const values = CHOICES[name as ChoiceName];
    const labels: Readonly<Record<string, string | undefined>> = words.choices[name as ChoiceName];
    const options = values.map((each) => [String(each), labels[each] ?? String(each)] as const);
    // Numbers go as numbers.
    return <Choice {...props} options={options} save={(next) => save(values.find((each) => String(each) === next))} />;
  }
  return <Choice {...props} options={namedValues(name, String(value), sounds)} />;
}

function Choice({
  id,
  value,
  describedBy,
  save,
  options,
}: ControlProps & { options: readonly (readonly [string, string])[] }) {
  const shown = String(value);
  return (
    <select
      class="input"
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => save(currentTarget.value)}
      {...{ id }}
    >
      {options.map(
        ([each, label]): ComponentChildren => (
          <option key={each} value={each} selected={each === shown}>
            {label}
          </option>
        ),
      )}
    </select>
  );
}

/** Saved when the field is left, or by Enter. */
function Amount({ name, id, value, describedBy, save }: ControlProps & { name: AmountName }) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="number"
      class="input"
      aria-describedby={describedBy}
      value={typed ?? (value as number)}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => {
        const next = currentTarget.valueAsNumber;
        if (!currentTarget.checkValidity() || !Number.isSafeInteger(next)) return void currentTarget.reportValidity();
        setTyped(undefined);
        save(next);
      }}
      required
      {...{ id, ...AMOUNTS[name] }}
    />
  );
}

/** Values that are names of something; the one that is set is among them, whatever it is. */
function namedValues(name: SettingName, value: string, sounds: readonly string[]): [string, string][] {
  if (name === 'default_language') {
    return [...new Set([...LANGUAGES, value])].map((tag) => [
      tag,
      new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
    ]);
  }
  if (name === 'timezone') {
    const zones = Intl.supportedValuesOf('timeZone');
    return [...new Set(['', value, ...zones])].map((zone) => [zone, zone.replaceAll('_', ' ') || words.noTimeZone]);
  }
  const labels: Readonly<Record<string, string | undefined>> = words.sounds;
  return [...new Set([...sounds, value])].map((sound) => [sound, labels[sound] ?? sound]);
}
