import type { ComponentChildren } from 'preact';

/** One kind of widget in its states, under its name. */
export function Sample({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }) {
  const id = `sample-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return (
    <section class={wide ? 'sample wide' : 'sample'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
