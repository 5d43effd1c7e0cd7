-- Pictures of workers: the file behind image_url.
alter table dispatch.workers add column picture_file_id text;
create unique index workers_picture on dispatch.workers (picture_file_id) where picture_file_id is not null;

-- The page by which a recipient follows a task. 128 random bits: whoever has the token gets in. The two random numbers
-- have 122 bits each.
alter table dispatch.tasks
  add column tracking_token text not null default md5(gen_random_uuid()::text || gen_random_uuid()::text),
  add column tracking_viewed boolean not null default false,
  -- [{rating, comments, time}]: one at most
  add column feedback jsonb not null default '[]',
  -- {text, time}: what the recipient tells the driver
  add column recipient_message jsonb;
create unique index tasks_tracking_token on dispatch.tasks (tracking_token);
