import type { ComponentChildren } from 'preact';
import './frame.css';

interface FrameProps {
  title: string;
  /** Purpose of the screen, in a sentence or two. */
  lead?: string;
  /** Actions for the whole screen. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A screen of the administration: its name, what it is for, and what it shows. */
export function Frame({ title, lead, tools, children }: FrameProps) {
  return (
    <div class="admin-screen">
      <div class="admin-head">
        <h1 dir="auto">{title}</h1>
        {tools}
      </div>
      {lead && <p class="admin-lead">{lead}</p>}
      {children}
    </div>
  );
}

interface PartProps {
  title: string;
  lead?: string;
  children: ComponentChildren;
}

/** A part of a screen under a heading of its own, on a card. */
export function FramePart({ title, lead, children }: PartProps) {
  return (
    <section class="admin-part">
      <h2>{title}</h2>
      {lead && <p class="quiet-words">{lead}</p>}
      {children}
    </section>
  );
}
