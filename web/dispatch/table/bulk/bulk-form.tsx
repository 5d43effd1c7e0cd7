import { cloneElement, type HTMLAttributes, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../shared/ui/field.tsx';
import { type CustomField, customFields } from '../../data/organization.ts';
import { failureReasons } from '../../task/failure-reasons.ts';
import { words as shell } from '../../texts/index.ts';
import { tableWords } from '../texts/index.ts';
import type { BulkKind } from './bulk-requests.ts';

/** Form before many tasks are changed. */
export function BulkForm({ kind }: { kind: BulkKind }) {
  if (kind === 'delete') return <p>{tableWords.bulk.deleteText}</p>;
  if (kind === 'clone') return <p>{tableWords.bulk.cloneText}</p>;
  if (kind === 'edit') return <EditFields />;
  return (
    <>
      <p>{shell.task.completeText}</p>
      {kind === 'fail' && (
        <Field label={shell.fields.reason}>
          <select name="reason">
            {failureReasons.map((each) => (
              <option key={each} value={each}>
                {shell.reasons[each]}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={shell.fields.notes} optional>
        <textarea name="notes" dir="auto" maxLength={10_000} />
      </Field>
    </>
  );
}

function EditFields() {
  return (
    <>
      <p>{tableWords.bulk.editText}</p>
      <Changed name="completeAfter" label={tableWords.columns.completeAfter}>
        <input type="datetime-local" />
      </Changed>
      <Changed name="completeBefore" label={tableWords.columns.completeBefore}>
        <input type="datetime-local" />
      </Changed>
      <Changed name="quantity" label={tableWords.columns.quantity}>
        <input type="number" min="0" step="any" />
      </Changed>
      <Changed name="serviceTime" label={tableWords.columns.serviceTime}>
        <input type="number" min="0" step="any" />
      </Changed>
      <Changed name="notes" label={tableWords.columns.notes}>
        <textarea dir="auto" maxLength={10_000} />
      </Changed>
      {editable().map((field) => (
        <Changed key={field.key} name={`field:${field.key}`} label={field.name}>
          {inputOf(field)}
        </Changed>
      ))}
    </>
  );
}

/** Returns the fields that can be edited; the elements of lists only by API. */
function editable(): CustomField[] {
  return customFields.value.filter(({ editability, asArray }) => editability.includes('api') && !asArray);
}

function inputOf({ type }: CustomField) {
  if (type === 'boolean')
    return (
      <select>
        <option value="true">{tableWords.yes}</option>
        <option value="false">{tableWords.no}</option>
      </select>
    );
  if (type === 'integer') return <input type="number" step="1" />;
  if (type === 'decimal') return <input type="number" step="any" />;
  if (type === 'date') return <input type="date" />;
  if (type === 'multi_line_text_field') return <textarea dir="auto" />;
  return type === 'single_line_text_field' ? <input dir="auto" /> : <input dir="ltr" type="url" />;
}

interface ChangedProps {
  name: string;
  label: string;
  children: VNode<HTMLAttributes>;
}

/** A field that counts only when it is ticked: empty is a value, too. */
function Changed({ name, label, children }: ChangedProps) {
  const [isOn, setOn] = useState(false);
  return (
    <div class="table-changed">
      <input
        type="checkbox"
        aria-label={tableWords.bulk.change({ name: label })}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <Field label={label}>{cloneElement(children, { name, disabled: !isOn } as HTMLAttributes)}</Field>
    </div>
  );
}

/** Returns the values of the ticked fields. */
export function readBulkForm(kind: BulkKind, form: FormData): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  if (kind === 'complete') return { success: true, notes: text('notes') };
  if (kind === 'fail') return { success: false, failureReason: text('reason'), failureNotes: text('notes') };
  if (kind !== 'edit') return {};
  const given = [...form.keys()].filter((name) => !name.startsWith('field:'));
  const fields = editable().filter(({ key }) => form.has(`field:${key}`));
  return {
    ...Object.fromEntries(given.map((name) => [name, plainValue(name, text(name))])),
    ...(fields.length > 0 && {
      customFields: fields.map((field) => ({ key: field.key, value: fieldValue(field, text(`field:${field.key}`)) })),
    }),
  };
}

function plainValue(name: string, text: string): string | number | null {
  if (name === 'notes') return text;
  if (name === 'quantity' || name === 'serviceTime') return Number(text || 0);
  return text === '' ? null : new Date(text).getTime();
}

/** Empty takes the value away. */
function fieldValue({ type }: CustomField, text: string): unknown {
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'decimal' ? Number(text) : text;
}
