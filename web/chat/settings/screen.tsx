import type { ComponentChildren } from 'preact';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { type SectionId, settingSections } from '../../shared/user-settings/table.ts';
import { userSettingWords } from '../../shared/user-settings/texts/index.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';
import { AlertWordsPart } from './alert-words-part.tsx';
import { BotsPart } from './bots-part.tsx';
import { ChannelsPart } from './channels-part.tsx';
import { LeavePart } from './leave-part.tsx';
import { MutedPart } from './muted-part.tsx';
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
  return (
    <section class="screen">
      <ScreenHead title={chatWords.screens.settings} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
      <div class="screen-body settings" tabIndex={0}>
        <Part title={words.profile.title} text={words.profile.text}>
          <ProfilePart />
        </Part>
        {sections.filter((id) => id !== LAST).map(settingsPart)}
        <Part title={words.channels.title} text={words.channels.text}>
          <ChannelsPart />
        </Part>
        <Part title={words.alertWords.title} text={words.alertWords.text}>
          <AlertWordsPart />
        </Part>
        <Part title={words.muted.title} text={words.muted.text}>
          <MutedPart />
        </Part>
        <Part title={words.uploads.title} text={words.uploads.text}>
          <UploadsPart />
        </Part>
        <Part title={words.bots.title} text={words.bots.text}>
          <BotsPart />
        </Part>
        {settingsPart(LAST)}
        <Part title={words.leave.heading} text={words.leave.text}>
          <LeavePart />
        </Part>
      </div>
    </section>
  );
}

function settingsPart(id: SectionId) {
  return (
    <Part key={id} title={userSettingWords.sections[id].title} text={userSettingWords.sections[id].text}>
      {id === 'notifications' && <Lazy load={loadNotify} isQuiet />}
      {settingSections[id].map((name) => (
        <SettingRow key={name} name={name} />
      ))}
    </Part>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ComponentChildren }) {
  return (
    <section class="settings-part" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p class="hint">{text}</p>
      </div>
      {children}
    </section>
  );
}
