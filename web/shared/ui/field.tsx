import { cloneElement, type HTMLAttributes, type VNode } from 'preact';
import { useId } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import './field.css';
import { Icon } from './icon.tsx';

interface FieldProps {
  label: string;
  hint?: string;
  /** Why what was given is not taken; read out as soon as it is there. */
  problem?: string | undefined;
  optional?: boolean;
  /** One input, textarea or select. */
  children: VNode<HTMLAttributes>;
}

/** A control with its name above, and below what helps and what is wrong. */
export function Field({ label, hint, problem, optional, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label} {optional && <span class="quiet-words">({texts.optional})</span>}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

/** The problem of a field: read out as soon as it is there. */
export function Problem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div aria-live="polite">
      {text && (
        <p class="problem" id={id}>
          <Icon name="circle-alert" />
          {text}
        </p>
      )}
    </div>
  );
}

interface TickProps {
  label: string;
  hint?: string | undefined;
  /** In a form that is read as a whole. */
  name?: string;
  defaultChecked?: boolean;
  /** The state, where the parent keeps it. */
  checked?: boolean;
  onChange?(checked: boolean): void;
}

/** Yes or no. */
export function Tick({ label, hint, onChange, ...box }: TickProps) {
  const id = useId();
  return (
    <div class="tick">
      <input
        type="checkbox"
        id={id}
        {...box}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          <bdi>{hint}</bdi>
        </p>
      )}
    </div>
  );
}
