import { sql } from '../../platform/db/sql.ts';

/**
 * Messages `said` in topics of tasks, with the conversation `c` of each. The first message identifies a task's topic, so a
 * long topic of no task costs no more than a short one.
 */
export const SAID_OF_TASKS = sql`chat.messages said
      cross join lateral (
        select m.id from chat.messages m
        where m.organization_id = said.organization_id and m.channel_id = said.channel_id
          and lower(m.topic) = lower(said.topic)
        order by m.id limit 1) first
      join bridge.conversations c on c.organization_id = said.organization_id and c.anchor_id = first.id`;
