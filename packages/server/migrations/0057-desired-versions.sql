-- When the desired version was last set, also to the same one after a failure: agents try it again then. Null where it was
-- set by a server without the column.
alter table cfs.package_installations add column desired timestamptz(3);
