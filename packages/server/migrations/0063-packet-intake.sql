-- One row, of the System tenant: when the server takes packets, and when it last was away for long.
create table cfs.packet_intake (
  tenant_id uuid primary key,
  -- A process took packets then.
  seen timestamptz(3) not null,
  -- The last outage: when packets were taken before it, and when its end was found. Null before the first.
  away_since timestamptz(3),
  returned timestamptz(3)
);
select gate.protect('packet_intake');
