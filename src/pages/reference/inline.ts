import MarkdownIt from 'markdown-it';
import { lazy } from '../../platform/lazy.ts';
import { Html } from '../http/html.ts';

const renderer = lazy(() => new MarkdownIt({ html: false }));

/** Renders a sentence of a declaration: code and links, no paragraph. */
export const inline = (text: string): Html => new Html(renderer().renderInline(text));

/** Renders sentences and lists of a declaration. */
export const block = (text: string): Html => new Html(renderer().render(text));
