import type { ComponentChildren } from 'preact';
import './facts.css';

/** Names and what they are, a line each; what is nothing is left out. */
export function Facts({ of }: { of: readonly [name: string, value: ComponentChildren][] }) {
  return (
    <dl class="facts">
      {of.map(([name, value]) =>
        value === undefined || value === null || value === '' || value === false ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
