-- Written by "npm run sql" from src/chat/users/queries.ts.

-- loadCaller: email, fullName, isActive, isBot, isIncomingWebhook, organizationId, role, userId
select organization_id as "organizationId", id as "userId", email, full_name as "fullName", role,
  bot_type is not null as "isBot", coalesce(bot_type = 2, false) as "isIncomingWebhook", is_active as "isActive"
from chat.users where organization_id = $1 and id = $2;

-- selectUsers (by ID): avatarVersion, botOwnerId, botType, dateJoined, email, emailVisibility, fullName, hasAvatar, id, isActive, isBot, isStandIn, role, settings, timezone
select
id, email, full_name as "fullName", role, is_active as "isActive", bot_type is not null as "isBot",
bot_type as "botType", bot_owner_id as "botOwnerId", is_stand_in as "isStandIn", timezone, avatar_version as "avatarVersion",
avatar_file_id is not null as "hasAvatar",
email_address_visibility as "emailVisibility", date_joined as "dateJoined", settings from chat.users where organization_id = $1 and id = any($2::bigint[]) order by id;

-- selectUsers (by e-mail): avatarVersion, botOwnerId, botType, dateJoined, email, emailVisibility, fullName, hasAvatar, id, isActive, isBot, isStandIn, role, settings, timezone
select
id, email, full_name as "fullName", role, is_active as "isActive", bot_type is not null as "isBot",
bot_type as "botType", bot_owner_id as "botOwnerId", is_stand_in as "isStandIn", timezone, avatar_version as "avatarVersion",
avatar_file_id is not null as "hasAvatar",
email_address_visibility as "emailVisibility", date_joined as "dateJoined", settings from chat.users where organization_id = $1 and lower(email) = any($2::text[]) order by id;

-- selectUsers (all): avatarVersion, botOwnerId, botType, dateJoined, email, emailVisibility, fullName, hasAvatar, id, isActive, isBot, isStandIn, role, settings, timezone
select
id, email, full_name as "fullName", role, is_active as "isActive", bot_type is not null as "isBot",
bot_type as "botType", bot_owner_id as "botOwnerId", is_stand_in as "isStandIn", timezone, avatar_version as "avatarVersion",
avatar_file_id is not null as "hasAvatar",
email_address_visibility as "emailVisibility", date_joined as "dateJoined", settings from chat.users where organization_id = $1 and true order by id;

-- loadIdsOfRole: id
select id from chat.users where organization_id = $1 and role = $2 and is_active order by id;

-- hasEmailVisibility: id
select id from chat.users
where organization_id = $1 and email_address_visibility = any($2::int[])
  and bot_type is null limit 1;

-- loadLastMessageId: id
select message_id as id from platform.log_heads where organization_id = $1;

-- insertUser: avatarVersion, botOwnerId, botType, dateJoined, email, emailVisibility, fullName, hasAvatar, id, isActive, isBot, isStandIn, role, settings, timezone
insert into chat.users (organization_id, email, full_name, role, person_id, bot_type, bot_owner_id, date_joined,
    email_address_visibility, settings, timezone, is_stand_in)
  values ($1, $2, $3, $4, $5, $6,
    $7, $8, $9,
    $10::jsonb, $11, $12)
  returning
id, email, full_name as "fullName", role, is_active as "isActive", bot_type is not null as "isBot",
bot_type as "botType", bot_owner_id as "botOwnerId", is_stand_in as "isStandIn", timezone, avatar_version as "avatarVersion",
avatar_file_id is not null as "hasAvatar",
email_address_visibility as "emailVisibility", date_joined as "dateJoined", settings;

-- updateUser
update chat.users set email = $1, full_name = $2, role = $3,
  timezone = $4
where organization_id = $5 and id = $6;

-- loadActiveWithBots: id
select id from chat.users
where organization_id = $1 and is_active and (id = $2 or bot_owner_id = $3) order by id;

-- setActive
update chat.users set is_active = $1
where organization_id = $2 and id = any($3::bigint[]);

-- mayChangeEmails
select 1 from chat.users where organization_id = $1 and id = $2 and can_change_user_emails;

-- setMayChangeEmails
update chat.users set can_change_user_emails = $1
where organization_id = $2 and id = $3;

-- hasOtherOwner
select 1 from chat.users
where organization_id = $1 and role = 100 and is_active and bot_type is null and not is_stand_in and id <> $2 limit 1;

-- loadAccounts: email, id, isActive, organizationId, passwordHash, personId
select u.organization_id as "organizationId", u.id, u.person_id as "personId", u.email,
  p.password_hash as "passwordHash", u.is_active as "isActive"
from chat.users u join platform.people p on p.organization_id = u.organization_id and p.id = u.person_id
where lower(u.email) = $1 and p.password_hash is not null
  and ($2::text is null or u.organization_id = $3)
  and u.organization_id in (select id from platform.open_organizations)
order by u.is_active desc, u.id limit $4;

-- isPersonsNameTaken
select 1 from chat.users
where organization_id = $1 and lower(full_name) = lower($2) and is_active
  and bot_type is null and not is_stand_in and id is distinct from $3 limit 1;

-- loadPersonId: personId
select person_id as "personId" from chat.users where organization_id = $1 and id = $2;

-- loadUserIdOfPerson: id
select id from chat.users where organization_id = $1 and person_id = $2;

-- loadPersonIds: personId
select person_id as "personId" from chat.users
where organization_id = $1 and id = any($2::bigint[]) and person_id is not null;

-- updatePersonOfUser
update chat.users set person_id = $1 where organization_id = $2 and person_id = $3;
