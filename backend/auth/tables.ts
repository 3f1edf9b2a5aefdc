import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import type pg from 'pg'
import { devicesSql } from './devices.ts'
import { impersonationSql } from './impersonation-sql.ts'
import { linkStatesSql } from './link-states.ts'
import { userTokensSql } from './user-tokens.ts'

/** The constraint that rejects a change which would leave no administrator. */
export const anAdminStays = 'an_admin_stays'

/**
 * The first admin is recorded once, so that no later user becomes it. The database itself records each impersonation and sign-in, in the
 * transaction that begins its session, so that neither its beginning nor its end can be lost between the authentication library and the
 * event store. It also notifies every process that has sockets of a session of that session's end. A new password revokes every mailed
 * link to set one, and every pending change of address, in the transaction that sets it. The database records each new name as well. A
 * new address revokes every link that was mailed for the account. An installation without an administrator could only be repaired here, so
 * a trigger protects the last administrator, with one change at a time.
 */
const ownSql = `
create table if not exists auth.impersonations (
  "sessionId" text primary key,
  "userId" text not null,
  "impersonatorId" text not null,
  "beganAt" timestamptz not null default clock_timestamp(),
  "beginningTold" boolean not null default false,
  "endTold" boolean not null default false
);
alter table auth.impersonations add column if not exists reason text;
alter table auth.impersonations add column if not exists "impersonatorSessionId" text;
create index if not exists impersonations_untold on auth.impersonations ("beganAt") where not "endTold";
-- A session that began here, until its beginning and its end are told: an impersonation is not one, and those from before are not known.
create table if not exists auth.sign_ins (
  "sessionId" text primary key,
  "userId" text not null,
  method text not null,
  "beganTold" boolean not null default false,
  -- Why it is over, once somebody knows.
  how text
);
create index if not exists sign_ins_untold on auth.sign_ins ("sessionId") where not "beganTold";
create or replace function auth.note_sign_in() returns trigger language plpgsql as $$
begin
  insert into auth.sign_ins ("sessionId", "userId", method)
    values (new.id, new."userId", coalesce(new.method, 'email')) on conflict do nothing;
  return new;
end $$;
create or replace trigger note_sign_in after insert on auth.session
  for each row when (new."impersonatedBy" is null) execute function auth.note_sign_in();
alter table auth."user" add column if not exists "renamedAt" timestamptz;
create or replace function auth.note_renaming() returns trigger language plpgsql as $$
begin
  new."renamedAt" = clock_timestamp();
  return new;
end $$;
create or replace trigger note_renaming before update of name on auth."user"
  for each row when (new.name <> old.name) execute function auth.note_renaming();
create table if not exists auth.first_admin (one boolean primary key default true check (one), "userId" text not null);
create or replace function auth.note_impersonation() returns trigger language plpgsql as $$
begin
  insert into auth.impersonations ("sessionId", "userId", "impersonatorId", reason, "impersonatorSessionId")
    values (new.id, new."userId", new."impersonatedBy", new."impersonationReason", new."impersonatorSessionId")
    on conflict do nothing;
  return new;
end $$;
create or replace trigger note_impersonation after insert on auth.session
  for each row when (new."impersonatedBy" is not null) execute function auth.note_impersonation();
create or replace function auth.tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.id);
  return null;
end $$;
create or replace trigger tell_session_ended after delete on auth.session
  for each row execute function auth.tell_session_ended();
-- Links that prove that an address is an account's: known by a hash only, used once. Ended, used and expired ones stay
-- for some days, so that opening one is explained, and so that they are counted.
create table if not exists auth.email_links (
  hash text primary key,
  "userId" text not null references auth."user" (id) on delete cascade,
  email text not null,
  -- The address is to take the place of the account's own.
  "isChange" boolean not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  "expiresAt" timestamptz not null,
  "usedAt" timestamptz,
  "endedAt" timestamptz
);
create index if not exists email_links_by_user on auth.email_links ("userId", "createdAt");
create index if not exists email_links_by_address on auth.email_links (email, "createdAt");
create index if not exists email_links_by_end on auth.email_links ("expiresAt");
create or replace function auth.end_email_links() returns trigger language plpgsql as $$
begin
  update auth.email_links set "endedAt" = clock_timestamp()
    where "userId" = new.id and "usedAt" is null and "endedAt" is null;
  delete from auth.verification where value = new.id;
  return new;
end $$;
create or replace trigger end_email_links after update of email on auth."user"
  for each row when (new.email <> old.email) execute function auth.end_email_links();
create or replace function auth.end_reset_links() returns trigger language plpgsql as $$
begin
  delete from auth.verification where value = new."userId";
  update auth.email_links set "endedAt" = clock_timestamp()
    where "userId" = new."userId" and "isChange" and "usedAt" is null and "endedAt" is null;
  return new;
end $$;
create or replace trigger end_reset_links after insert or update of password on auth.account
  for each row when (new.password is not null) execute function auth.end_reset_links();
create or replace function auth.administers(role text, banned boolean) returns boolean immutable language sql as $$
  select coalesce('admin' = any(string_to_array(replace(role, ' ', ''), ',')) and banned is not true, false)
$$;
create or replace function auth.keep_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('loreloom administrators', 0));
  if not exists (select 1 from auth."user" where id <> old.id and auth.administers(role, banned)) then
    raise exception 'The only administrator' using errcode = 'check_violation', constraint = '${anAdminStays}';
  end if;
  return new;
end $$;
create or replace trigger keep_an_admin before update of role, banned on auth."user"
  for each row when (auth.administers(old.role, old.banned) and not auth.administers(new.role, new.banned))
  execute function auth.keep_an_admin();
`

/** Names this installation's one migration at a time, whichever processes start at once. */
const lock = 7_310_001

/** The authentication library's own tables, and ours next to them, in schema `auth`. Harmless when run again. */
export async function migrateAuth(pool: pg.Pool, options: BetterAuthOptions): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query('create schema if not exists auth')
    const { runMigrations } = await getMigrations(options)
    await runMigrations()
    await client.query(ownSql)
    await client.query(devicesSql)
    await client.query(linkStatesSql)
    await client.query(userTokensSql)
    await client.query(impersonationSql)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
    client.release()
  }
}
