import { useEffect, useState } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { locale, texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { MessageHtml } from '../../shared/ui/message-html.tsx';
import {
  creatablePrivacies,
  holdsEverywhere,
  isOrganizationAdministrator,
  isOrganizationOwner,
  mayReadChannel,
  PRIVACIES,
  type Privacy,
  privacyOf,
} from '../../store/chat/select/channels.ts';
import type { ChannelFolder } from '../../store/wire/chat.ts';
import { DescriptionField } from '../channel-form/description-field.tsx';
import { problemsOf } from '../channel-form/field-of.ts';
import { FolderField } from '../channel-form/folder-field.tsx';
import { PrivacyField, privacyForm } from '../channel-form/privacy-field.tsx';
import { formWords } from '../channel-form/texts/index.ts';
import { chat } from '../data/chat.ts';
import { nameOf } from '../data/names.ts';
import { decoration } from '../message/reader.ts';
import { ArchivePart } from './archive-part.tsx';
import { MailPart } from './mail-part.tsx';
import { ChannelPart } from './part.tsx';
import type { ChannelPartProps } from './part-props.ts';
import { RetentionField, retentionText } from './retention-field.tsx';
import { settingsOfChannelWords as words } from './texts/index.ts';
import { TopicsField, topicsText } from './topics-field.tsx';
import { patchChannel, useSave } from './use-save.ts';

/** Name, description, privacy, order and how long messages stay; for readers as facts. */
export function GeneralPart(props: ChannelPartProps) {
  const { channel, mayChange } = props;
  const isOpen = mayChange && !channel.is_archived;
  return (
    <div class="channel-parts">
      {isOpen ? (
        <>
          <NameForm {...props} />
          <PrivacyForm {...props} />
          <OrderPart {...props} />
        </>
      ) : (
        <FactsPart {...props} />
      )}
      <MailPart {...props} />
      {mayChange && <ArchivePart {...props} />}
    </div>
  );
}

function NameForm({ channel }: ChannelPartProps) {
  // What one types stays, whatever comes meanwhile.
  const [typed, setTyped] = useState<{ name?: string; description?: string }>({});
  /** The texts that were there when it was saved: until they are others, what was typed is shown. */
  const [replaced, setReplaced] = useState<string>();
  const isSaved = replaced !== undefined;
  const known = JSON.stringify([channel.name, channel.description]);
  useEffect(() => {
    if (!isSaved || known === replaced) return;
    setTyped({});
    setReplaced(undefined);
  }, [known]);
  const name = typed.name ?? channel.name;
  const description = typed.description ?? channel.description;
  const text = description.replaceAll(/\r?\n/g, ' ').trim();
  const changes = {
    ...(name.trim() !== channel.name && { new_name: name.trim() }),
    ...(text !== channel.description && { description: text }),
  };
  const isChanged = Object.keys(changes).length > 0 && !isSaved;
  const { busy, failure, run } = useAction(async () => {
    await patchChannel(channel.stream_id, changes);
    setReplaced(known);
  });
  const type = (next: typeof typed) => {
    setTyped({ ...typed, ...next });
    setReplaced(undefined);
  };
  const problems = problemsOf(failure);
  return (
    <ChannelPart title={words.nameAndText}>
      <form
        class="channel-parts"
        aria-label={words.nameAndText}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && isChanged) void run();
        }}
      >
        <Field label={formWords.name} problem={problems.name}>
          <input
            name="channel"
            required
            dir="auto"
            autocomplete="off"
            maxLength={Number(chat.value.state.fields.max_stream_name_length)}
            value={name}
            onInput={({ currentTarget }) => type({ name: currentTarget.value })}
          />
        </Field>
        <DescriptionField
          value={description}
          problem={problems.description ?? problems.rest}
          onChange={(value) => type({ description: value })}
        />
        {isChanged && (
          <div class="channel-actions">
            <Button onClick={() => setTyped({})}>{texts.cancel}</Button>
            <Button type="submit" kind="primary" busy={busy}>
              {words.save}
            </Button>
          </div>
        )}
      </form>
    </ChannelPart>
  );
}

/** The kind of the channel: it is saved by a button, since some of what follows cannot be taken back. */
function PrivacyForm({ channel, reader }: ChannelPartProps) {
  const known = privacyOf(channel);
  const [chosen, setChosen] = useState<Privacy>();
  const value = chosen ?? known;
  const { busy, failure, run, forget } = useAction(async () => {
    const { invite_only, ...rest } = privacyForm(value);
    await patchChannel(channel.stream_id, { is_private: invite_only, ...rest });
    setChosen(undefined);
  });
  const may = new Set([known, ...creatablePrivacies(reader)]);
  const isPrivate = (privacy: Privacy) => privacy === 'shared' || privacy === 'protected';
  const choices = PRIVACIES.filter(
    (each) =>
      may.has(each) ||
      // An administrator, and whoever changes the history alone, needs no right to create.
      (isOrganizationAdministrator(reader) && each !== 'web') ||
      (isPrivate(each) && isPrivate(known)),
  );
  const problems = problemsOf(failure);
  if (!mayReadChannel(reader, channel))
    return (
      <ChannelPart title={formWords.privacy.title}>
        <p>{formWords.privacy.texts[known]}</p>
        <p class="hint">{words.onlyReaders}</p>
      </ChannelPart>
    );
  return (
    <ChannelPart title={words.privacy}>
      <PrivacyField
        {...{ value, choices }}
        problem={problems.privacy ?? problems.rest}
        onChange={(privacy) => {
          setChosen(privacy);
          forget();
        }}
      />
      {value !== known && (
        <>
          {isPrivate(known) && !isPrivate(value) && <p>{words.opens}</p>}
          {!isPrivate(known) && isPrivate(value) && <p>{words.closes}</p>}
          <div class="channel-actions">
            <Button onClick={() => setChosen(undefined)}>{texts.cancel}</Button>
            <Button kind="primary" busy={busy} onClick={() => void run()}>
              {words.changePrivacy}
            </Button>
          </div>
        </>
      )}
    </ChannelPart>
  );
}

/** Folder, topics, and how long messages stay: each is saved as soon as it is changed. */
function OrderPart({ channel, reader }: ChannelPartProps) {
  const { stream_id: channelId } = channel;
  const folder = useSave(channelId, channel.folder_id, (folder_id) => ({ folder_id }));
  const topics = useSave(channelId, channel.topics_policy, (topics_policy) => ({ topics_policy }));
  const retention = useSave(channelId, channel.message_retention_days, (days) => ({
    message_retention_days: days === null ? 'realm_default' : days === -1 ? 'unlimited' : days,
  }));
  const sentence = ({ failure }: { failure?: { sentence?: string } | undefined }) =>
    failure && (failure.sentence ?? texts.states.unreachable);
  const maySetTopics =
    isOrganizationAdministrator(reader) || holdsEverywhere(reader, 'realm_can_set_topics_policy_group');
  return (
    <ChannelPart title={words.order}>
      <FolderField value={folder.value} problem={sentence(folder)} onChange={folder.save} />
      <TopicsField
        value={topics.value}
        problem={sentence(topics)}
        {...(!maySetTopics && { locked: words.topicsLocked })}
        onChange={topics.save}
      />
      <RetentionField
        value={retention.value}
        problem={sentence(retention)}
        {...(!isOrganizationOwner(reader) && { locked: words.retentionLocked })}
        onChange={retention.save}
      />
    </ChannelPart>
  );
}

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });

/** The same for whoever only reads it. */
function FactsPart({ channel }: ChannelPartProps) {
  const folders = (chat.value.state.fields.channel_folders ?? []) as ChannelFolder[];
  const folder = folders.find(({ id }) => id === channel.folder_id)?.name;
  const made = date.format(channel.date_created * 1000);
  return (
    <ChannelPart title={words.about}>
      {channel.rendered_description ? (
        <MessageHtml html={channel.rendered_description} decorate={decoration()} />
      ) : (
        <p class="quiet-words">{words.noDescription}</p>
      )}
      <Facts
        of={[
          [formWords.privacy.title, formWords.privacy.texts[privacyOf(channel)]],
          [formWords.folder, folder],
          [words.topics, topicsText(channel.topics_policy)],
          [words.retention, retentionText(channel.message_retention_days)],
          [
            words.created,
            channel.creator_id === null ? made : words.createdBy({ date: made, name: nameOf(channel.creator_id) }),
          ],
        ]}
      />
    </ChannelPart>
  );
}
