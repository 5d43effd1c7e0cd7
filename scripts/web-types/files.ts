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

const HEADER = '// Written by "npm run web:types" from the declarations of the operations. Not to be edited.\n';

/** The types of what the chat API answers, as `web/store/wire/` keeps them. */
export async function wireTypeFiles(): Promise<Map<string, string>> {
  const { operations } = await findDeclarations(['chat']);
  const names = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));
  const nameOf = (schema: Schema) => names.get(JSON.stringify(schema));
  const named = Object.entries(NAMED).map(([name, schema]) => {
    // Its own text, with the names of what is inside it.
    const inside = (inner: Schema) => (inner === schema ? undefined : nameOf(inner));
    return `export type ${name} = ${membersOnLines(printType(schema as Schema, inside))};\n`;
  });
  const answers = operations
    .filter(isChatOperation)
    .sort((one, other) => (one.id! < other.id! ? -1 : 1))
    .flatMap(({ id, answer, optionalAnswer = [] }) => {
      const fields = Object.keys(answer);
      if (fields.length === 0) return [];
      const required = fields.filter((field) => !optionalAnswer.includes(field));
      const text = printType({ type: 'object', properties: answer, required }, nameOf);
      return [`export type ${pascalCase(id!)}Answer = ${membersOnLines(text)};\n`];
    });
  return new Map([['web/store/wire/chat.ts', [HEADER, ...named, ...answers].join('\n')]]);
}

/** One line for each member of the outermost object, so that a change shows. */
function membersOnLines(text: string): string {
  if (!text.startsWith('{ ')) return text;
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

function pascalCase(id: string): string {
  return id
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}
