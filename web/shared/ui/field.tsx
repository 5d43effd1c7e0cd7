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

interface TickProps {
  name: string;
  label: string;
  hint?: string;
  defaultChecked?: boolean;
}

/** Yes or no. */
export function Tick({ name, label, hint, defaultChecked }: TickProps) {
  const id = useId();
  return (
    <div class="tick">
      <input
        type="checkbox"
        id={id}
        name={name}
        defaultChecked={defaultChecked}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
