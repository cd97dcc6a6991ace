-- The keys that seal device tokens, nonces and score links follow from the master key and are stored nowhere.

alter table cfs.agent_credentials drop column seal_key;
drop table cfs.link_keys;
