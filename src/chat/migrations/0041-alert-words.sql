-- Words whose appearance in a message marks it for a person.
create table chat.alert_words (
  organization_id text not null,
  user_id bigint not null,
  -- case folded: words that differ in case only are one
  folded text not null,
  word text not null,
  primary key (organization_id, user_id, folded),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
