import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import type pg from 'pg'
import { devicesSql } from './devices.ts'
import { impersonationSql } from './impersonation-sql.ts'
import { linkStatesSql } from './link-states.ts'
import { userTokensSql } from './user-tokens.ts'

/** Name of the constraint that the trigger `keep_an_admin` reports where an update would leave no administrator. */
export const lastAdminConstraint = 'an_admin_stays'

/**
 * Our tables next to those of the authentication library, and triggers that run in its transactions. They record each sign-in,
 * impersonation and rename, so that none is lost before its event is appended; notify every process when a session ends; revoke
 * mailed links when the password or the address changes; and refuse to remove the last administrator.
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
-- Sign-ins whose beginning or end is not yet recorded as an event; "beganTold" is true once the beginning is. Excludes impersonations, and sessions older than this table.
create table if not exists auth.sign_ins (
  "sessionId" text primary key,
  "userId" text not null,
  method text not null,
  "beganTold" boolean not null default false,
  -- The reason for which the session ended; null while unknown.
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
-- Single-use links that prove the ownership of an address; only their hashes are stored. Ended, used and expired links are
-- retained for some days, to explain why one no longer works and to count them for the daily limit.
create table if not exists auth.email_links (
  hash text primary key,
  "userId" text not null references auth."user" (id) on delete cascade,
  email text not null,
  -- True if the link changes the account's address to this one; false if it verifies the current address.
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
    raise exception 'The only administrator' using errcode = 'check_violation', constraint = '${lastAdminConstraint}';
  end if;
  return new;
end $$;
create or replace trigger keep_an_admin before update of role, banned on auth."user"
  for each row when (auth.administers(old.role, old.banned) and not auth.administers(new.role, new.banned))
  execute function auth.keep_an_admin();
`

/** Advisory lock: one process migrates at a time. */
const lock = 7_310_001

/** The authentication library's own tables, and ours next to them, in schema `auth`. Idempotent. */
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
    const failure = await client.query('select pg_advisory_unlock($1)', [lock]).catch((error: Error) => error)
    // A connection that is closed releases the lock as well.
    client.release(failure instanceof Error ? failure : undefined)
  }
}
