import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../../shared/texts/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { useSheet } from '../data/address.ts';
import './sheet.css';

interface SheetProps {
  /** ID of its content: another one starts at the top. */
  id: string;
  title: ComponentChildren;
  /** Above the title. */
  kind?: string;
  tools?: ComponentChildren;
  /** Below, where it does not scroll away. */
  footer?: ComponentChildren;
  children: ComponentChildren;
}

/** Something in full, beside the screen; over it where there is no room. The focus comes here, and goes back at the end. */
export function Sheet({ id, title, kind, tools, footer, children }: SheetProps) {
  const { closeSheet } = useSheet();
  const sheet = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLElement>(null);
  const headingId = useId();
  // Before the page is painted, as a form in it takes the focus: the next key is already meant for it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      // Whoever has gone on, such as to the next row of the inbox, stays there.
      const { activeElement: at, body } = document;
      const isHere = at === body || sheet.current?.contains(at);
      if (isHere && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useLayoutEffect(() => {
    content.current!.scrollTop = 0;
    heading.current!.focus();
  }, [id]);
  return (
    <aside ref={sheet} class="sheet" aria-labelledby={headingId}>
      <header>
        <div>
          {kind && <p class="sheet-kind">{kind}</p>}
          <h2 id={headingId} ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h2>
        </div>
        {tools}
        <IconButton icon="x" label={texts.close} onClick={closeSheet} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
      <section ref={content} class="sheet-content" tabIndex={0} aria-labelledby={headingId}>
        {children}
      </section>
      {footer && <footer>{footer}</footer>}
    </aside>
  );
}

/** A part of a sheet under a heading of its own. */
export function SheetPart({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="sheet-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
