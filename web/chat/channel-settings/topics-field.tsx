import { Field } from '../../shared/ui/field.tsx';
import type { ChannelTopicsPolicy } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';

const POLICIES: readonly ChannelTopicsPolicy[] = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
];

interface TopicsFieldProps {
  value: ChannelTopicsPolicy;
  problem?: string | undefined;
  /** Why the person may not change it. */
  locked?: string;
  onChange(value: ChannelTopicsPolicy): void;
}

/** The choice of whether messages need a topic. */
export function TopicsField({ value, problem, locked, onChange }: TopicsFieldProps) {
  return (
    <Field label={words.topics} {...{ problem }} {...(locked !== undefined && { hint: locked })}>
      <select
        disabled={locked !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value as ChannelTopicsPolicy)}
      >
        {POLICIES.map((policy) => (
          <option key={policy} value={policy} selected={policy === value}>
            {topicsText(policy)}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Returns what a policy means; the organization's where the channel has none of its own. */
export function topicsText(policy: ChannelTopicsPolicy): string {
  if (policy !== 'inherit') return words.topicsPolicies[policy];
  const everywhere = chat.value.state.fields.realm_topics_policy as keyof typeof words.topicsPolicies;
  return words.asOrganization({ what: words.topicsPolicies[everywhere] });
}
