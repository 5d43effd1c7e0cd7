import { Link } from 'wouter-preact';
import { useRequest } from '../../shared/session/use-request.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { isOwner, session } from '../data/me.ts';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { ChatPart } from './chat-part.tsx';
import { DeliveriesPart } from './deliveries-part.tsx';
import { ICON_OF_PERSON, type Person } from './person.ts';
import { SignInPart } from './sign-in-part.tsx';
import { peopleWords } from './texts/index.ts';

/** Somebody, with what can be done about each part of them; after each thing that was done as they are now. */
export function PersonView({ id }: { id: string }) {
  const { answer: person, failure, retry, refresh } = useRequest<Person>(`/api/admin/people/${id}`);
  const isMe = id === session.value.person.id;
  const name = person ? (isMe ? `${person.name} (${peopleWords.you})` : person.name) : words.screens.people;
  return (
    <Frame title={name}>
      <Link class="people-back" href="/people">
        <Icon name="arrow-left" />
        {peopleWords.back}
      </Link>
      {failure?.status === 404 ? (
        <Empty level={2} icon={ICON_OF_PERSON} title={peopleWords.gone} text={peopleWords.goneText} />
      ) : (
        failure && <Failure {...failure} onRetry={retry} />
      )}
      {!person && !failure && <Loading rows={6} />}
      {person && (
        <>
          <SignInPart person={person} isMe={isMe} onDone={refresh} />
          <ChatPart person={person} isMe={isMe} onDone={refresh} />
          {isOwner.value && <DeliveriesPart person={person} onDone={refresh} />}
        </>
      )}
    </Frame>
  );
}
