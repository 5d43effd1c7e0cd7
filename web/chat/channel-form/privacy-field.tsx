import { useId } from 'preact/hooks';
import { Problem } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import type { Privacy } from '../../store/chat/select/channels.ts';
import { formWords as words } from './texts/index.ts';

const ICONS: Record<Privacy, IconName> = { public: 'hash', shared: 'lock', protected: 'lock', web: 'globe' };

interface PrivacyFieldProps {
  value: Privacy;
  /** Kinds that the person may choose. */
  choices: readonly Privacy[];
  problem?: string | undefined;
  onChange(value: Privacy): void;
}

/** The kinds of channels by who can read them, each with what it means. */
export function PrivacyField({ value, choices, problem, onChange }: PrivacyFieldProps) {
  const id = useId();
  return (
    <fieldset class="channel-privacy" aria-describedby={problem && `${id}-problem`}>
      <legend>{words.privacy.title}</legend>
      {choices.map((privacy) => (
        <div key={privacy} class="channel-privacy-choice">
          <input
            type="radio"
            id={`${id}-${privacy}`}
            name={id}
            checked={privacy === value}
            aria-describedby={`${id}-${privacy}-text`}
            onChange={() => onChange(privacy)}
          />
          <label for={`${id}-${privacy}`}>
            <Icon name={ICONS[privacy]} />
            <span>{words.privacy.names[privacy]}</span>
          </label>
          <p class="hint" id={`${id}-${privacy}-text`}>
            {words.privacy.texts[privacy]}
          </p>
        </div>
      ))}
      <Problem id={`${id}-problem`} text={problem} />
    </fieldset>
  );
}

/** Returns what `POST /channels/create` takes for a kind. */
export function privacyForm(privacy: Privacy) {
  return {
    invite_only: privacy === 'shared' || privacy === 'protected',
    is_web_public: privacy === 'web',
    history_public_to_subscribers: privacy !== 'protected',
  };
}
