import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnmigratedDatabase } from '../../../tests/harness/migrated.ts';

test('of what was there, two become one person only where both have proven the address', async () => {
  await using database = await createUnmigratedDatabase();
  const { db, apply } = database;
  await apply('0000', '0369');
  const t0 = '2026-01-01T00:00:00Z',
    t1 = '2026-02-01T00:00:00Z';
  await db.query(
    `insert into platform.organizations (id,name,email,country,timezone,created_at,modified_at) values ('o','O','Own@x.example','US','UTC','${t0}','${t0}')`,
  );
  await db.query(`insert into chat.users (organization_id,id,email,full_name,role,password_hash,date_joined) values
   ('o',1,'Own@x.example','Own',100,'h1','${t0}'),('o',2,'inv@x.example','Inv',400,'h2','${t1}'),('o',3,'api@x.example','Api',400,'h3','${t1}'),('o',5,'nopw@x.example','N',400,null,'${t1}')`);
  await db.query(
    `insert into chat.users (organization_id,id,email,full_name,role,bot_type,date_joined) values ('o',4,'b@x.example','B',400,1,'${t1}')`,
  );
  await db.query(`insert into chat.invitations (organization_id,referrer_id,email,token_hash,invited_as,channel_ids,group_ids,with_default_channels,notify_referrer,invited_at,ended_at) values
   ('o',1,'inv@x.example','a',400,'{}','{}',true,false,'${t0}','${t1}'),('o',1,'nopw@x.example','b',400,'{}','{}',true,false,'${t0}','${t1}')`);
  for (const [id, email, type, active, hash, mailed] of [
    ['s', 'own@x.example', 'super', true, null, false],
    ['i', 'inv@x.example', 'standard', true, 'ai', true],
    ['p', 'api@x.example', 'standard', true, 'ap', true],
    ['n', 'nopw@x.example', 'standard', true, 'an', true],
    ['w', 'moved@x.example', 'standard', true, 'aw', false],
    ['u', 'inv2@x.example', 'standard', false, null, true],
  ] as const) {
    const at = type === 'super' ? t0 : t1;
    await db.query(
      `insert into dispatch.administrators (organization_id,id,type,email,email_key,name,is_active,password_hash,created_at,modified_at) values ('o',$1,$2,$3,$3,'A',$4,$5,$6,$6)`,
      [id, type, email, active, hash, at],
    );
    if (mailed)
      await db.query(
        `insert into platform.outbox (organization_id,channel,recipient,body,created_at) values ('o','email',$1,'x',$2)`,
        [email, at],
      );
  }
  await db.query(
    `insert into dispatch.workers (organization_id,id,name,phone,account_status,password_hash,created_at,modified_at) values ('o','w1','W','+14155550100','ACCEPTED','hw','${t0}','${t1}'),('o','w2','W','+14155550101','INVITED','hw2','${t0}','${t1}')`,
  );
  await apply('0370', '0373');
  const { rows } = await db.query(`
    select concat_ws(' ', coalesce(p.email, p.phone), p.password_hash,
      case when p.email_verified_at is not null or p.phone_verified_at is not null then 'proven' end,
      (select 'user ' || u.id from chat.users u where u.person_id = p.id),
      (select 'administrator ' || a.id from dispatch.administrators a where a.person_id = p.id),
      (select 'worker ' || w.id from dispatch.workers w where w.person_id = p.id)) as text
    from platform.people p`);
  assert.deepEqual(rows.map(({ text }) => text).sort(), [
    '+14155550100 hw proven worker w1',
    '+14155550101 hw2 worker w2',
    'Own@x.example h1 proven user 1 administrator s',
    'api@x.example ap proven administrator p',
    'api@x.example h3 user 3',
    'inv2@x.example administrator u',
    'inv@x.example h2 proven user 2 administrator i',
    'moved@x.example aw administrator w',
    'nopw@x.example an proven user 5 administrator n',
  ]);
});
