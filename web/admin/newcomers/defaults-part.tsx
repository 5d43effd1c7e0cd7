import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { SettingField } from '../../shared/user-settings/setting-field.tsx';
import { type SectionId, type SettingName, settingSections } from '../../shared/user-settings/table.ts';
import { userSettingWords } from '../../shared/user-settings/texts/index.ts';
import { useRegistered } from '../data/use-registered.ts';
import { FramePart } from '../shared/frame.tsx';
import './defaults-part.css';
import { PERSONS_OWN } from './persons-own.ts';
import { newcomerWords } from './texts/index.ts';

type Defaults = Readonly<Partial<Record<SettingName, unknown>>>;

/** The settings that somebody new starts with: each is kept as soon as it is changed. */
export function DefaultsPart() {
  const { answer, failure, reload } = useRegistered<{ realm_user_settings_defaults: Defaults }>(
    'realm_user_settings_defaults',
  );
  const { title, lead } = newcomerWords.defaults;
  return (
    <FramePart {...{ title, lead }}>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!answer && !failure && <Loading rows={8} />}
      {answer &&
        (Object.keys(settingSections) as SectionId[]).map((id) => (
          <section key={id} class="default-settings" aria-label={userSettingWords.sections[id].title}>
            <h3>{userSettingWords.sections[id].title}</h3>
            {(settingSections[id] as readonly SettingName[])
              .filter((name) => !PERSONS_OWN.includes(name))
              .map((name) => (
                <Default key={name} name={name} value={answer.realm_user_settings_defaults[name]} onDone={reload} />
              ))}
          </section>
        ))}
    </FramePart>
  );
}

function Default({ name, value, onDone }: { name: SettingName; value: unknown; onDone(): void }) {
  const [chosen, setChosen] = useState<unknown>();
  const { failure, run } = useAction(async (next: unknown) => {
    const before = chosen;
    setChosen(next);
    try {
      await request('/api/v1/realm/user_settings_defaults', { method: 'PATCH', form: { [name]: next } });
    } catch (error) {
      setChosen(before);
      throw error;
    }
    onDone();
  });
  return (
    <>
      <SettingField
        name={name}
        value={chosen ?? value}
        sounds={Object.keys(userSettingWords.sounds)}
        save={(next) => void run(next)}
      />
      {failure && <Failure {...failure} />}
    </>
  );
}
