import type { ComponentChildren } from 'preact';

/** Bar at the lower edge, above the navigation: the one thing to do next stays under the thumb however far one scrolls. */
export function Thumb({ children }: { children: ComponentChildren }) {
  return <div class="stop-thumb">{children}</div>;
}
