-- Mails that are kept instead of sent, as a list: which template made them, and the order of their times.

alter table cfs.outbox_messages add column template text not null default '';

drop index cfs.outbox_messages_created;
create index outbox_messages_created on cfs.outbox_messages (tenant_id, created, message_id);
create index outbox_messages_created_all on cfs.outbox_messages (created, message_id);
