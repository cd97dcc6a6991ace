-- Rules that took too long are no longer run, and say since when and why.

alter table cfs.rules
  add column out_of_service_since timestamptz(3),
  add column out_of_service_reason text,
  add constraint rules_out_of_service check ((out_of_service_since is null) = (out_of_service_reason is null));
