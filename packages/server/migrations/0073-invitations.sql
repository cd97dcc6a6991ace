-- An invitation that an administrator of one tenant makes is a row of its own until its person opens that tenant,
-- whether or not the mail is known elsewhere: so it cannot tell anything of that person.

alter table cfs.people
  -- The tenant of an invitation that was not accepted yet; null for a person.
  add column invited_in uuid references cfs.tenants,
  add constraint people_invitation_is_untied check (invited_in is null or subject is null);

drop index cfs.people_mail;
create unique index people_mail on cfs.people (invited_for, lower(mail)) where invited_in is null;
create unique index people_invitation on cfs.people (invited_for, lower(mail), invited_in) where invited_in is not null;

-- Besides the holders of its grants a tenant reaches its own invitations, whose last grant may have gone.
drop policy scope on cfs.people;
create policy scope on cfs.people to cfs_app
  using (
    case (select gate.scope_one()) when 'ffffffff-ffff-ffff-ffff-ffffffffffff' then true
      else invited_in in (select gate.scope_tenants())
        or exists (select from cfs.grants g where g.user_id = people.user_id) end)
  with check (tenant_id = '00000000-0000-0000-0000-000000000001');
