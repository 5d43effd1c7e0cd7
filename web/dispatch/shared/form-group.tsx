import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './form-group.css';

/** Fields that belong together, under a heading. */
export function FormGroup({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div class="form-group" role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  );
}
