import { useState } from 'preact/hooks';
import { routeWords } from './texts/index.ts';

/** As a picker knows it; integrations may have said it otherwise. */
const PICKED = /^#[0-9a-f]{6}$/i;
/** First colour of a picker, visible in light and dark. */
const FIRST = '#2f6fde';

/** The colour by which a plan is told apart, or none. */
export function ColorField({ color }: { color: string | null }) {
  const [isOn, setOn] = useState(color !== null);
  const words = routeWords.plan;
  return (
    <div class="field route-color">
      <label>
        <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
        {words.ownColor}
      </label>
      {isOn && (
        <input
          name="color"
          aria-label={words.color}
          {...(color === null || PICKED.test(color) ? { type: 'color' } : { class: 'input', maxLength: 50 })}
          defaultValue={color ?? FIRST}
        />
      )}
    </div>
  );
}

/** The colour of a plan beside its name; nothing where it has none. */
export function PlanColor({ color }: { color: string | null }) {
  return color === null ? null : <span class="route-swatch" style={{ background: color }} aria-hidden="true" />;
}
