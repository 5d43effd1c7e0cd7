import { ChannelObject, SubscriptionObject } from '../../src/chat/channels/present.ts';
import { DraftObject } from '../../src/chat/drafts/draft.ts';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { LinkifierObject } from '../../src/chat/linkifiers/present.ts';
import { MessageObject } from '../../src/chat/messages/present.ts';
import { ReminderObject } from '../../src/chat/messages/reminders/reminder.ts';
import { ScheduledMessageObject } from '../../src/chat/messages/scheduled/scheduled-message.ts';
import { NavigationView } from '../../src/chat/navigation-views/navigation-view.ts';
import { PlaygroundObject } from '../../src/chat/playgrounds/present.ts';
import { DomainObject } from '../../src/chat/realm-domains/domain.ts';
import { SavedSnippetObject } from '../../src/chat/saved-snippets/saved-snippet.ts';
import { GroupSettingValue } from '../../src/chat/user-groups/group-setting.ts';
import { UserGroupObject } from '../../src/chat/user-groups/present.ts';
import { UserStatusObject } from '../../src/chat/user-status/user-status.ts';
import { UserObject } from '../../src/chat/users/present.ts';
import { LiveAdministrator } from '../../src/dispatch/administrators/live.ts';
import { Destination } from '../../src/dispatch/destinations/present.ts';
import { isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { LiveHub } from '../../src/dispatch/hubs/live.ts';
import { LiveChange } from '../../src/dispatch/live/frames.ts';
import { LiveContainer, LiveSplice } from '../../src/dispatch/live/live-containers.ts';
import { Metadata } from '../../src/dispatch/metadata/metadata.ts';
import { Recipient } from '../../src/dispatch/recipients/present.ts';
import { LiveRoutePlan } from '../../src/dispatch/route-plans/live.ts';
import { LiveTask } from '../../src/dispatch/tasks/live.ts';
import { LiveTeam } from '../../src/dispatch/teams/live.ts';
import { LiveWorker } from '../../src/dispatch/workers/live.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { printType, type Schema } from './print.ts';

/** Objects that stand in several answers: each is one type. */
const NAMED: Record<string, object> = {
  GroupSetting: GroupSettingValue,
  User: UserObject,
  UserGroup: UserGroupObject,
  UserStatus: UserStatusObject,
  Channel: ChannelObject,
  Subscription: SubscriptionObject,
  Message: MessageObject,
  Draft: DraftObject,
  SavedSnippet: SavedSnippetObject,
  ScheduledMessage: ScheduledMessageObject,
  Reminder: ReminderObject,
  NavigationView,
  Linkifier: LinkifierObject,
  Playground: PlaygroundObject,
  RealmDomain: DomainObject,
};

/** The same of the dispatch API. */
const NAMED_OF_DISPATCH: Record<string, object> = {
  Destination,
  Recipient,
  Metadata,
  Task: LiveTask,
  LiveWorker,
  LiveTeam,
  LiveHub,
  LiveAdministrator,
  LiveContainer,
  LiveSplice,
  LiveChange,
  RoutePlan: LiveRoutePlan,
};

const HEADER = '// Written by "npm run web:types" from the declarations of the operations. Not to be edited.\n';

/** The types of what the APIs answer, as `web/store/wire/` keeps them. */
export async function wireTypeFiles(): Promise<Map<string, string>> {
  const { operations } = await findDeclarations(['chat', 'dispatch', 'bridge']);
  const sorted = operations.sort((one, other) => (one.id! < other.id! ? -1 : 1));
  const chat = namedTypes(NAMED, (nameOf) =>
    sorted.filter(isChatOperation).flatMap(({ id, answer, optionalAnswer = [] }) => {
      const fields = Object.keys(answer);
      if (fields.length === 0) return [];
      const required = fields.filter((field) => !optionalAnswer.includes(field));
      return [declared(`${pascalCase(id!)}Answer`, { type: 'object', properties: answer, required }, nameOf)];
    }),
  );
  const dispatch = namedTypes(NAMED_OF_DISPATCH, (nameOf) =>
    sorted
      .filter(isDispatchOperation)
      .flatMap(({ id, answer, events = {} }) => [
        ...(answer ? [declared(`${pascalCase(id!)}Answer`, answer as Schema, nameOf)] : []),
        ...Object.entries(events).map(([event, data]) =>
          declared(`${pascalCase(id!)}${pascalCase(event)}`, data as Schema, nameOf),
        ),
      ]),
  );
  return new Map([
    ['web/store/wire/chat.ts', [HEADER, ...chat].join('\n')],
    ['web/store/wire/dispatch.ts', [HEADER, ...dispatch].join('\n')],
  ]);
}

type NameOf = (schema: Schema) => string | undefined;

/** Objects with names, and what refers to them by these. */
function namedTypes(objects: Record<string, object>, others: (nameOf: NameOf) => string[]): string[] {
  const names = new Map(Object.entries(objects).map(([name, schema]) => [JSON.stringify(schema), name]));
  const nameOf: NameOf = (schema) => names.get(JSON.stringify(schema));
  const named = Object.entries(objects).map(([name, schema]) =>
    // Its own text, with the names of what is inside it.
    declared(name, schema as Schema, (inner) => (inner === schema ? undefined : nameOf(inner))),
  );
  return [...named, ...others(nameOf)];
}

function declared(name: string, schema: Schema, nameOf: NameOf): string {
  return `export type ${name} = ${membersOnLines(printType(schema, nameOf))};\n`;
}

/** One line for each member of the outermost object, so that a change shows. */
function membersOnLines(text: string): string {
  if (!text.startsWith('{ ')) return text;
  if (isUnion(text)) return text;
  let depth = 0;
  let shown = '';
  for (const [index, character] of [...text].entries()) {
    if ('{[<('.includes(character)) depth++;
    if ('}]>)'.includes(character)) depth--;
    const isSeparator = depth === 1 && (character === ';' || (character === '{' && index === 0));
    if (depth === 0 && index === text.length - 1) shown = `${shown.trimEnd()};\n}`;
    else if (isSeparator) shown += `${character}\n `;
    else shown += character;
  }
  return shown;
}

/** Whether an object that a text begins with ends before the text does. */
function isUnion(text: string): boolean {
  let depth = 0;
  return [...text].some((character, index) => {
    if ('{[<('.includes(character)) depth++;
    if ('}]>)'.includes(character)) depth--;
    return depth === 0 && index < text.length - 1;
  });
}

function pascalCase(id: string): string {
  return id
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}
