-- Mails in two forms, their previews, and the keys that seal the links in them.

alter table cfs.outbox_messages
  add column cc text not null default '',
  add column bcc text not null default '',
  add column html text not null default '';

update cfs.action_definitions set input_parameters = 'To,Cc,Bcc,Subject,Body,IsImportant,Template,ExtraParameters'
where action_definition_id = '5e4d0000-0000-4000-8000-000000000001';

-- A preview is found by an unguessable id alone, for a few minutes.
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

create table cfs.link_keys (
  tenant_id uuid primary key,
  seal_key bytea not null,
  created timestamptz(3) not null
);
select gate.protect('link_keys');
