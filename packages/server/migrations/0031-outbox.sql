-- Mails that are stored instead of sent, where no SMTP server is configured, and previews of mails.

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

-- Previews of mails. A preview is read by its unguessable id alone, until it expires after some minutes.
create table cfs.mail_previews (
  tenant_id uuid not null,
  preview_id text not null,
  html text not null,
  expires timestamptz(3) not null,
  primary key (tenant_id, preview_id),
  unique (preview_id)
);
create index mail_previews_expires on cfs.mail_previews (tenant_id, expires);
select gate.protect('mail_previews');
