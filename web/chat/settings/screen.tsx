import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { type SectionId, settingSections } from '../../shared/user-settings/table.ts';
import { userSettingWords } from '../../shared/user-settings/texts/index.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';
import { AlertWordsPart } from './alert-words-part.tsx';
import { BotsPart } from './bots-part.tsx';
import { ChannelsPart } from './channels-part.tsx';
import { LanguageField } from './language-field.tsx';
import { LeavePart } from './leave-part.tsx';
import { MutedPart } from './muted-part.tsx';
import { notePlaceChosen, placesChosen, type SettingsPlace, settingsParts, settingsPath } from './places.ts';
import { ProfilePart } from './profile-part.tsx';
import { SettingRow } from './setting-row.tsx';
import './settings.css';
import { settingsWords as words } from './texts/index.ts';
import { UploadsPart } from './uploads-part.tsx';

const LAST: SectionId = 'others';

const loadNotify = async () => (await import('../notify/notify-part.tsx')).NotifyPart;

/** A person's own settings: each acts as soon as it is changed. */
export function SettingsScreen() {
  const sections = Object.keys(settingSections) as SectionId[];
  const body = useRef<HTMLDivElement>(null);
  const at = useSearchParams()[0].get('at');
  useEffect(() => {
    if (at) bringTo(body.current!, at);
  }, [at, placesChosen.value]);
  return (
    <section class="screen settings-screen">
      <ScreenHead title={chatWords.screens.settings} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
      <div class="screen-body settings" tabIndex={0} ref={body}>
        <nav class="settings-nav" aria-label={words.sections}>
          {settingsParts().map((part) => (
            <Link key={part.at} href={settingsPath(part.at)} onClick={notePlaceChosen} replace>
              {part.name}
            </Link>
          ))}
        </nav>
        <div class="settings-parts">
          <Part id="profile" title={words.profile.title} text={words.profile.text}>
            <ProfilePart />
          </Part>
          {sections.filter((id) => id !== LAST).map(settingsPart)}
          <Part id="channels" title={words.channels.title} text={words.channels.text}>
            <ChannelsPart />
          </Part>
          <Part id="alertWords" title={words.alertWords.title} text={words.alertWords.text}>
            <AlertWordsPart />
          </Part>
          <Part id="muted" title={words.muted.title} text={words.muted.text}>
            <MutedPart />
          </Part>
          <Part id="uploads" title={words.uploads.title} text={words.uploads.text}>
            <UploadsPart />
          </Part>
          <Part id="bots" title={words.bots.title} text={words.bots.text}>
            <BotsPart />
          </Part>
          {settingsPart(LAST)}
          <Part id="leave" title={words.leave.heading} text={words.leave.text}>
            <LeavePart />
          </Part>
        </div>
      </div>
    </section>
  );
}

function settingsPart(id: SectionId) {
  return (
    <Part key={id} id={id} title={userSettingWords.sections[id].title} text={userSettingWords.sections[id].text}>
      {id === 'notifications' && <Lazy load={loadNotify} isQuiet />}
      {id === 'appearance' && <LanguageField />}
      {settingSections[id].map((name) => (
        <div key={name} data-place={name}>
          <SettingRow name={name} />
        </div>
      ))}
    </Part>
  );
}

/** Shows a part or a setting that the address names, and puts the focus there. */
function bringTo(body: HTMLElement, at: string): void {
  const place = body.querySelector<HTMLElement>(`[data-place="${CSS.escape(at)}"]`);
  place?.scrollIntoView({ block: 'start' });
  const control = place?.querySelector<HTMLElement>(':scope:not(section) :is(input, select)');
  (control ?? place)?.focus({ preventScroll: true });
}

interface PartProps {
  id: SettingsPlace;
  title: string;
  text: string;
  children: ComponentChildren;
}

function Part({ id, title, text, children }: PartProps) {
  return (
    <section class="settings-part" aria-label={title} data-place={id} tabIndex={-1}>
      <div>
        <h2>{title}</h2>
        <p class="hint">{text}</p>
      </div>
      {children}
    </section>
  );
}
