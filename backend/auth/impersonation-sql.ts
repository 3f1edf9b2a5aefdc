/** The constraint name in the error of a rejected impersonation. A trigger raises the error: the database has no such constraint. */
export const impersonationStands = 'impersonation_stands'

/**
 * An impersonation belongs to the session of the administrator who began it. The database enforces its limits, so that neither the
 * authentication library, which renews sessions, nor a concurrent change of a role exceeds them: it lasts for an hour at most, and
 * ends when the administrator loses the role, is banned or signs out, or when the user becomes an administrator or an auditor.
 * The trigger `tell_session_ended` of `tables.ts` notifies all processes of each deleted session.
 */
export const impersonationSql = `
create index if not exists impersonations_by_session on auth.impersonations ("impersonatorSessionId", "beganAt");
create index if not exists sessions_of_impersonations on auth.session ("impersonatedBy") where "impersonatedBy" is not null;
create index if not exists sessions_by_impersonator_session on auth.session ("impersonatorSessionId")
  where "impersonatorSessionId" is not null;

create or replace function auth.holds_office(role text) returns boolean immutable language sql as $$
  select coalesce(string_to_array(replace(role, ' ', ''), ',') && array['admin', 'auditor'], false)
$$;
create or replace function auth.is_banned(banned boolean, until timestamptz) returns boolean stable language sql as $$
  select banned is true and coalesce(until >= now(), true)
$$;
create or replace function auth.impersonation_stands("targetId" text, "impersonatorId" text, "ownSessionId" text)
  returns boolean stable language sql as $$
  select exists (
    select from auth."user" target, auth."user" i join auth.session own on own."userId" = i.id
    where target.id = $1 and not auth.holds_office(target.role)
      and i.id = $2 and auth.administers(i.role, auth.is_banned(i.banned, i."banExpires"))
      and own.id = $3 and own."impersonatedBy" is null and own."expiresAt" > now())
$$;

create or replace function auth.bound_impersonation() returns trigger language plpgsql as $$
declare own_expires_at timestamptz;
begin
  if tg_op = 'INSERT' then
    -- Locks both users, so that a concurrent change of a role is serialised with this check.
    perform from auth."user" where id in (new."userId", new."impersonatedBy") order by id for share;
    if not auth.impersonation_stands(new."userId", new."impersonatedBy", new."impersonatorSessionId") then
      raise exception 'This impersonation may not begin' using errcode = 'check_violation', constraint = '${impersonationStands}';
    end if;
    new."createdAt" := least(new."createdAt", clock_timestamp());
  end if;
  select "expiresAt" into own_expires_at from auth.session where id = new."impersonatorSessionId";
  new."expiresAt" := least(new."expiresAt", new."createdAt" + interval '1 hour', own_expires_at);
  return new;
end $$;
create or replace trigger bound_impersonation before insert or update on auth.session
  for each row when (new."impersonatedBy" is not null) execute function auth.bound_impersonation();

create or replace function auth.end_impersonations_of_session() returns trigger language plpgsql as $$
begin
  delete from auth.session where "impersonatorSessionId" = old.id;
  return null;
end $$;
create or replace trigger end_impersonations_of_session after delete on auth.session
  for each row when (old."impersonatedBy" is null) execute function auth.end_impersonations_of_session();

-- On a change of role or ban: ends impersonations that are no longer allowed, and, if the user became an administrator or an auditor,
-- revokes the links that were mailed to them before.
create or replace function auth.note_office() returns trigger language plpgsql as $$
begin
  delete from auth.session where "impersonatedBy" = new.id and not auth.administers(new.role, auth.is_banned(new.banned, new."banExpires"));
  if auth.holds_office(new.role) then
    delete from auth.session where "impersonatedBy" is not null and "userId" = new.id;
    delete from auth.verification where value = new.id;
    update auth.email_links set "endedAt" = clock_timestamp()
      where "userId" = new.id and "usedAt" is null and "endedAt" is null;
  end if;
  return null;
end $$;
create or replace trigger note_office after update of role, banned on auth."user"
  for each row when (old.role is distinct from new.role or old.banned is distinct from new.banned)
  execute function auth.note_office();

-- Deletes impersonations from before "impersonatorSessionId" was recorded.
delete from auth.session where "impersonatedBy" is not null and "impersonatorSessionId" is null;
`

/** An SQL condition: the session `s` of the user `u` is valid. */
export const isAlive = `(s."expiresAt" > now() and not auth.is_banned(u.banned, u."banExpires")
  and (s."impersonatedBy" is null or (s."createdAt" > now() - interval '1 hour'
    and auth.impersonation_stands(s."userId", s."impersonatedBy", s."impersonatorSessionId"))))`
