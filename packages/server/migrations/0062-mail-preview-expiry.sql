-- Expired previews of all tenants are deleted in the order of their expiry.

create index mail_previews_expires_all on cfs.mail_previews (expires);
