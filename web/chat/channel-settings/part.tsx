import type { ComponentChildren } from 'preact';

/** A part of a channel's page. */
export function ChannelPart({ title, text, children }: { title: string; text?: string; children: ComponentChildren }) {
  return (
    <section class="channel-part" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </header>
      {children}
    </section>
  );
}
