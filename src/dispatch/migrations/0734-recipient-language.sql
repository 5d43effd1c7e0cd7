-- Language of a recipient's SMS and tracking page, two letters; null: that of the settings.
alter table dispatch.recipients add column language text;
