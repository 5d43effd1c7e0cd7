import { useId, useState } from 'preact/hooks';
import { Problem } from '../../shared/ui/field.tsx';
import { findByName } from '../../store/dispatch/select/names.ts';
import { fleetWords as words } from './texts/index.ts';

interface Choice {
  id: string;
  name: string;
}

interface ChoicesProps {
  label: string;
  /** In the order of their names. */
  of: readonly Choice[];
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
  hint?: string;
  problem?: string | undefined;
  optional?: string;
}

/** More than one looks through: a filter stands above. */
const FEW = 8;
/** More than these are shown only where the filter fits them. */
const MAX_SHOWN = 100;

/** Several of many: what is chosen, and what the filter finds. */
export function Choices({ label, of, chosen, onChange, hint, problem, optional }: ChoicesProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const matching = query.trim() === '' ? of : findByName(of, query, MAX_SHOWN);
  // What was chosen when the form opened stands first and stays there: nothing jumps under the pointer.
  const [first] = useState(chosen);
  const sorted = [...matching.filter((each) => first.has(each.id)), ...matching.filter((each) => !first.has(each.id))];
  const shown = sorted.slice(0, MAX_SHOWN);
  const hidden = of.length - shown.length;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div class="choices" role="group" aria-labelledby={`${id}-label`} aria-describedby={described || undefined}>
      <span id={`${id}-label`} class="choices-label">
        {label} {optional && <span class="quiet-words">({optional})</span>}
      </span>
      <span class="quiet-words" aria-live="polite">
        {words.chosen({ count: chosen.size })}
      </span>
      {of.length > FEW && (
        <input
          class="input"
          type="search"
          aria-label={words.filterOf({ label })}
          placeholder={words.filter}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div class="choices-list">
        {shown.map((each) => (
          <label key={each.id} class="choice">
            <input
              type="checkbox"
              checked={chosen.has(each.id)}
              aria-invalid={problem ? true : undefined}
              onChange={(event) => {
                const next = new Set(chosen);
                if (event.currentTarget.checked) next.add(each.id);
                else next.delete(each.id);
                onChange(next);
              }}
            />
            <span dir="auto">{each.name}</span>
          </label>
        ))}
        {shown.length === 0 && <p class="quiet-words">{words.nobodyFits}</p>}
        {hidden > 0 && query.trim() === '' && <p class="hint">{words.more({ count: hidden })}</p>}
      </div>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}
