-- Written by "npm run sql" from src/chat/user-settings/queries.ts.

-- saveDefaults
update chat.realms set user_settings_defaults = user_settings_defaults || $1::jsonb
where organization_id = $2;

-- saveSettings
update chat.users set settings = settings || $1::jsonb,
  email_address_visibility = coalesce($2::smallint, email_address_visibility)
where organization_id = $3 and id = $4;

-- saveLanguage
update chat.users set settings = settings || jsonb_build_object('default_language', $1::text)
where organization_id = $2 and id = $3;
