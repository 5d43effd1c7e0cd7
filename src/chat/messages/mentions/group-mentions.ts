import { noRight } from '../../http/errors.ts';
import type { Rendered } from '../../markdown/index.ts';

/**
 * Refuses the mention of a group that is deactivated, the organization's own, or not the author's to mention
 * (`can_mention_group`); a silent mention takes no right.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkGroupMentions({ refusedGroups }: Pick<Rendered, 'refusedGroups'>): void {
  const [first] = refusedGroups;
  if (first !== undefined) throw noRight(`You are not allowed to mention user group '${first}'.`);
}
