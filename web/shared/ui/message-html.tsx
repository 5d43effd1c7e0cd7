import { useLayoutEffect, useRef } from 'preact/hooks';
import { cleanHtml } from '../message-html/clean.ts';
import './message-html.css';

interface HtmlPolicy {
  createHTML(html: string): string;
}

const { trustedTypes } = window as unknown as {
  trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy };
};

/** The only way from text to HTML in our pages: what leaves it has passed `cleanHtml`. */
const policy = trustedTypes?.createPolicy('hubbub-message', { createHTML: cleanHtml }) ?? { createHTML: cleanHtml };

interface MessageHtmlProps {
  /** As the server wrote it. */
  html: string;
  class?: string;
  /** Adds what the page knows: the reader's zone, sizes, buttons. It runs before anything is loaded or painted. */
  decorate(content: DocumentFragment): void;
}

/** The text of a message. Its nodes are replaced only if the HTML or the decoration changes. */
export function MessageHtml({ html, class: className = '', decorate }: MessageHtmlProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current!.replaceChildren(messageFragment(html, decorate));
  }, [html, decorate]);
  return <div ref={ref} class={`message-html ${className}`} dir="auto" />;
}

/** Returns the cleaned and decorated nodes of a message. They load nothing before they are in the page. */
function messageFragment(html: string, decorate: (content: DocumentFragment) => void): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  decorate(template.content);
  return document.importNode(template.content, true);
}
