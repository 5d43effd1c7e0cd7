import { useId } from 'preact/hooks';
import '../../shared/ui/field.css';

interface CheckFieldProps {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Yes or no, kept by the form around it. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div class="tick">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
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
