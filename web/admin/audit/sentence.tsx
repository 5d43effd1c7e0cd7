import { Link } from 'wouter-preact';
import { words } from '../texts/index.ts';
import type { Entry } from './entry.ts';
import { auditWords } from './texts/index.ts';

type Party = Entry['actor'];
type Sentence = (values: { who: string; about: string }) => string;

/** Stand-ins for the parties of an entry, until its sentence is cut into text and links. */
const [WHO, ABOUT] = ['\u{e000}', '\u{e001}'];

/** Screens on which a kind of thing is looked after. */
const SCREENS: Readonly<Record<string, string>> = {
  session: '/sessions',
  key: '/keys',
  custom_field: '/fields',
  webhook: '/keys',
  group: '/groups',
  channel: '/channels',
  invitation: '/invitations',
  domain: '/organization',
};
const PEOPLE = new Set(['person', 'administrator', 'worker', 'sign-in']);

/** An entry as a sentence; the people and things that it names lead to where they are looked after. */
export function EntrySentence({ entry: { action, actor, object } }: { entry: Entry }) {
  return (
    <span dir="auto">
      {sentenceOf(
        action,
        isOneself(actor, object),
      )({ who: WHO, about: ABOUT })
        .split(/([\u{e000}\u{e001}])/u)
        .map((part, index) => {
          if (part !== WHO && part !== ABOUT) return part;
          const party = part === WHO ? actor : object;
          return party && <PartyLink key={index} party={party} />;
        })}
    </span>
  );
}

/** Whether somebody did it to themselves: a driver's first message makes their own account of the chat. */
const isOneself = (actor: Party, object: Entry['object']): boolean =>
  actor.name !== null && actor.name === object?.name && PEOPLE.has(actor.kind) && PEOPLE.has(object.kind);

/** Returns the message for an action, in the reader's language. */
function sentenceOf(action: string, isAboutOneself: boolean): Sentence {
  if (action === 'person.created' && isAboutOneself) return auditWords.joined;
  const [kind = '', verb = ''] = action.split('.');
  const ofKind = (auditWords.sentences as Record<string, Record<string, Sentence>>)[kind];
  return ofKind?.[verb] ?? auditWords.other;
}

function PartyLink({ party: { kind, id, name } }: { party: Party }) {
  const text = name ?? (auditWords.kinds as Record<string, string>)[kind] ?? id ?? words.screens.organization;
  const href = name && PEOPLE.has(kind) ? `/people?q=${encodeURIComponent(name)}` : SCREENS[kind];
  return href ? (
    <Link class="audit-party" href={href}>
      {text}
    </Link>
  ) : (
    <b>{text}</b>
  );
}
