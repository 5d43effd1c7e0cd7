import { readFileSync } from 'node:fs';
import path from 'node:path';
import { initialsOf } from '../../../rules/initials.ts';
import { inkOn } from '../../../rules/ink-on.ts';
import type { TrackedRow } from '../../dispatch/tracking/access.ts';
import { html } from '../http/html.ts';
import type { OwnDocument } from '../http/page.ts';
import { pageScript } from '../http/page-script.ts';
import { STYLESHEET } from '../http/stylesheet.ts';

export const trackingScript = pageScript('tracking/follow.js');
const styles = readFileSync(path.join(import.meta.dirname, 'tracking.css'), 'utf8');
/** Blanks at the beginnings of lines are a third of it, and each page has all of it. */
const stylesheet = `${STYLESHEET}\n${styles}`.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\n\s*/g, '\n');

/** A page in a recipient's language that follows nothing. */
export function plainDocument(language: string): OwnDocument {
  return { language, direction: directionOf(language), stylesheet };
}

const directionOf = (language: string) => (language === 'ar' ? 'rtl' : 'ltr');

/**
 * The page with its looks in it, and a script that keeps it true.
 * @param icon address of the picture that the organization has uploaded for its chat
 * @param tiles origin of the tiles of its map
 */
export function trackingDocument(
  row: TrackedRow,
  language: string,
  { icon, tiles }: { icon: string | undefined; tiles: string | undefined },
): OwnDocument {
  const { colour, merchantName } = row;
  const logo = row.merchantImage ?? icon;
  const hasLogo = logo?.startsWith('/') === true;
  return {
    language,
    direction: directionOf(language),
    stylesheet:
      colour === null
        ? stylesheet
        : `${stylesheet}\n@layer tokens{:root{--brand:${colour};--on-brand:${inkOn(colour)}}}`,
    script: trackingScript.path,
    tiles,
    header: html`<p class="brand" dir="auto"${!hasLogo && html` data-mark="${initialsOf(merchantName)}"`}>${
      hasLogo && html`<img src="${logo}" alt="" height="40">`
    }<span>${merchantName}</span></p>`,
  };
}
