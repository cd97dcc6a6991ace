-- The mail addresses of tenants, and the mails that were received.

create table cfs.mail_addresses (
  tenant_id uuid not null references cfs.tenants,
  local_part text not null check (local_part = lower(local_part)),
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id),
  unique (local_part)
);
select gate.protect('mail_addresses');

create table cfs.received_mails (
  tenant_id uuid not null references cfs.tenants,
  received_mail_id uuid not null,
  verdict smallint not null check (verdict between 1 and 10),
  detail text,
  sender text not null,
  recipient text not null,
  cc text not null,
  subject text not null,
  size integer not null,
  relay text not null,
  message_id text not null,
  -- SHA-256 of the Message-ID, or of the whole mail where it has none.
  message_key bytea not null,
  -- What the mail was addressed to: `tenant`, or the number of a work unit.
  target text not null,
  work_unit_id bigint,
  body text not null,
  -- Sanitized.
  html text not null,
  created timestamptz(3) not null,
  search_text text generated always as (cfs.fold(sender || E'\n' || subject)) stored,
  primary key (tenant_id, received_mail_id),
  foreign key (tenant_id, work_unit_id) references cfs.work_units
);
-- A mail takes effect once, however often it is delivered.
create unique index received_mails_once on cfs.received_mails (tenant_id, message_key, target) where verdict in (1, 2);
create index received_mails_created on cfs.received_mails (tenant_id, created, received_mail_id);
create index received_mails_created_all on cfs.received_mails (created, received_mail_id);
select gate.protect('received_mails');
select gate.make_searchable('received_mails', 'received_mail_id');
