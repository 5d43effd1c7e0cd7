-- What is unread of direct conversations begins with their first message: nobody takes part in one that is older than the account.
alter table chat.users drop column first_message_id;
