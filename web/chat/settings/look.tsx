import { useEffect } from 'preact/hooks';
import { userSettings } from '../data/settings.ts';
import { followUnreadIcon } from '../data/unread-icon.ts';
import './look.css';
import { AMOUNTS, type UserSettings } from '../../shared/user-settings/table.ts';

const sheet = new CSSStyleSheet();

/** `color_scheme` (spec: chat 4.2); 1 is as the system has it. */
const SCHEMES: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

const PLAIN_FONT_PX = 16;
const PLAIN_LINE_PERCENT = 140;

/** Looks of the page by the person's settings, and the count in the tab's icon: no element of its own. */
export function Look() {
  const settings = userSettings();
  const rules = rulesOf(settings);
  const scheme = SCHEMES[settings.color_scheme];
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (scheme) dataset.scheme = scheme;
    else delete dataset.scheme;
  }, [scheme]);
  useEffect(() => {
    document.documentElement.classList.toggle('people-left', settings.left_side_userlist);
  }, [settings.left_side_userlist]);
  useEffect(() => {
    sheet.replaceSync(rules);
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  }, [rules]);
  useEffect(() => followUnreadIcon(), []);
  return null;
}

function rulesOf(settings: UserSettings): string {
  const size = within(settings.web_font_size_px, AMOUNTS.web_font_size_px);
  const line = within(settings.web_line_height_percent, AMOUNTS.web_line_height_percent);
  return [
    size !== PLAIN_FONT_PX && `:root { font-size: calc(var(--body) * ${size / PLAIN_FONT_PX}); }`,
    line !== PLAIN_LINE_PERCENT && `.message-html { line-height: ${line}%; }`,
    settings.fluid_layout_width && '.chat { --measure: none; }',
    settings.high_contrast_mode && contrastRules(),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Returns a size that can be read here: other clients may set any. */
const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(value, min), max);

/** The rules for whoever asks their system for more contrast: here a setting asks for them. */
function contrastRules(): string {
  return [...document.styleSheets].flatMap((each) => contrastRulesIn(each.cssRules)).join('\n');
}

function contrastRulesIn(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-contrast: more'))
      return [...rule.cssRules].map(({ cssText }) => cssText);
    return rule instanceof CSSLayerBlockRule ? contrastRulesIn(rule.cssRules) : [];
  });
}
