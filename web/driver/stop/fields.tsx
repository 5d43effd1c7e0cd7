import { isRequiredField } from '../../../rules/custom-fields.ts';
import { Field } from '../../shared/ui/field.tsx';
import { type DriverField, isOwnField } from '../../store/driver/fields.ts';
import type { CompletionGap } from '../../store/driver/requirements.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { type ChangeDraft, fieldValue, type StopDraft } from './draft.ts';
import { gapText } from './gap-text.ts';
import { Part } from './part.tsx';
import { stopWords as words } from './texts/index.ts';

interface FieldsProps {
  task: Task;
  fields: readonly DriverField[];
  draft: StopDraft;
  gaps: readonly CompletionGap[];
  change: ChangeDraft;
}

/** The organization's own fields that a driver may fill in. */
export function Fields({ task, fields, draft, gaps, change }: FieldsProps) {
  const own = fields.filter(isOwnField);
  if (own.length === 0) return null;
  return (
    <Part title={words.fields} gaps={[]}>
      {own.map((field) => {
        const gap = gaps.find((each) => each.kind === 'field' && each.key === field.key);
        const set = (value: unknown) => void change((before) => ({ fields: { ...before.fields, [field.key]: value } }));
        return (
          <div key={field.key} data-missing={gap ? true : undefined}>
            <Field
              label={isRequiredField(field, task) ? `${field.name} *` : field.name}
              hint={[field.description, field.asArray && words.oneEach].filter(Boolean).join(' ')}
              problem={gap && gapText(gap)}
            >
              {control(field, fieldValue(draft, task, field), set)}
            </Field>
          </div>
        );
      })}
    </Part>
  );
}

/**
 * Returns the control of a value: the browser's keyboards where possible, text otherwise. Typed text is never
 * overwritten, although the screen is drawn again while somebody types.
 */
function control(field: DriverField, value: unknown, set: (value: unknown) => void) {
  const { type, asArray } = field;
  const given = (text: string) => set(readField(field, text));
  if (type === 'boolean' && !asArray)
    return (
      <select
        value={value === true ? 'yes' : value === false ? 'no' : ''}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? null : currentTarget.value === 'yes')}
      >
        <option value="">–</option>
        <option value="yes">{words.yes}</option>
        <option value="no">{words.no}</option>
      </select>
    );
  if (asArray || type === 'multi_line_text_field')
    return (
      <textarea dir="auto" defaultValue={textOf(value)} onInput={({ currentTarget }) => given(currentTarget.value)} />
    );
  if (type === 'date')
    return (
      <input type="date" defaultValue={dayOf(value)} onInput={({ currentTarget }) => given(currentTarget.value)} />
    );
  return (
    <input
      inputMode={KEYBOARDS[type]}
      dir="auto"
      defaultValue={textOf(value)}
      onInput={({ currentTarget }) => given(currentTarget.value)}
    />
  );
}

const KEYBOARDS: Partial<Record<DriverField['type'], 'numeric' | 'decimal' | 'url'>> = {
  integer: 'numeric',
  decimal: 'decimal',
  url: 'url',
  Url: 'url',
};

/** Converts typed text to the API's value; text that is not a number stays and is reported. */
function readField({ type, asArray }: DriverField, text: string): unknown {
  if (text.trim() === '') return asArray ? [] : null;
  const read = (part: string): unknown => {
    if (type === 'boolean') return part === words.yes ? true : part === words.no ? false : part;
    if (type !== 'integer' && type !== 'decimal') return part;
    const number = Number(part.replace(',', '.'));
    return Number.isFinite(number) ? number : part;
  };
  if (!asArray) return read(type === 'multi_line_text_field' ? text : text.trim());
  return text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(read);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return value === null || value === undefined ? '' : String(value);
}

function dayOf(value: unknown): string {
  const at = typeof value === 'number' ? new Date(value) : undefined;
  return at && Number.isFinite(at.getTime()) ? at.toISOString().slice(0, 10) : textOf(value).slice(0, 10);
}
