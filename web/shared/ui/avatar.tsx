import { texts } from '../texts/index.ts';
import './avatar.css';
import { hueOf, initialsOf } from '../../../rules/initials.ts';

interface AvatarProps {
  name: string;
  /** ID of the person, so that a colour stays if the name changes. */
  id: string;
  /** Address of a picture; without one the initials are drawn here. */
  picture?: string | undefined;
  state?: 'online' | 'away' | undefined;
  /** `small`: within a line of text. `plain`: in a row. `large`: beside a message. `portrait`: on a person's own card. */
  size?: 'small' | 'plain' | 'large' | 'portrait';
}

/** A person's picture, or their initials. Its name is read out; where the name stands beside it, the place hides the picture (`aria-hidden`). */
export function Avatar({ name, id, picture, state, size = 'plain' }: AvatarProps) {
  const words = state ? texts.person.withState({ name, state: texts.person[state] }) : name;
  return (
    <span class={`avatar ${size}`} role="img" aria-label={words} data-hue={hueOf(id)}>
      {picture ? (
        <img src={picture} alt="" loading="lazy" />
      ) : (
        <span aria-hidden="true" dir="auto">
          {initialsOf(name)}
        </span>
      )}
      {state && <span class={`state ${state}`} />}
    </span>
  );
}
