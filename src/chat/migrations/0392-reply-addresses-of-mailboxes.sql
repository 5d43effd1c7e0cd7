-- The e-mail that an address was sent to: it ends when the person has another one. Of earlier addresses nobody can tell.
delete from chat.reply_addresses;
alter table chat.reply_addresses add column sent_to text not null;
