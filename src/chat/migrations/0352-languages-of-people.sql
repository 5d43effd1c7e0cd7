-- People have a language of their own from now on: those who are there keep the one they were written to in.
update chat.users u set settings = u.settings || jsonb_build_object('default_language', o.language)
from platform.organizations o where o.id = u.organization_id and o.language <> 'en';
