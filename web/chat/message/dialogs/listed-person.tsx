import { Avatar } from '../../../shared/ui/avatar.tsx';
import { chat } from '../../data/chat.ts';
import { userPicture } from '../../data/user-picture.ts';

interface ListedPersonProps {
  /** Null: not known. */
  userId: number | null;
  name: string;
}

/** A person within a list: their picture, as everywhere, and their name. */
export function ListedPerson({ userId, name }: ListedPersonProps) {
  return (
    <>
      <span aria-hidden="true">
        <Avatar
          size="small"
          id={String(userId)}
          {...{ name }}
          picture={userId === null ? undefined : userPicture(chat.value.state.users.get(userId))}
        />
      </span>
      <span dir="auto">{name}</span>
    </>
  );
}
