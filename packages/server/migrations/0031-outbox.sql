-- Mails that are stored instead of sent, where no SMTP server is configured.

create table cfs.outbox_messages (
  tenant_id uuid not null,
  message_id uuid not null,
  recipient text not null,
  cc text not null default '',
  bcc text not null default '',
  subject text not null,
  body text not null,
  html text not null default '',
  -- The name of the template.
  template text not null default '',
  is_important boolean not null,
  created timestamptz(3) not null,
  primary key (tenant_id, message_id)
);
create index outbox_messages_created on cfs.outbox_messages (tenant_id, created, message_id);
create index outbox_messages_created_all on cfs.outbox_messages (created, message_id);
select gate.protect('outbox_messages');
