import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import type pg from 'pg'

/**
 * Who became the first admin is written down once, so that nobody does later. An impersonation is noted by the database itself, in the transaction that begins its session, so that neither its
 * beginning nor its end can be lost between the authentication library and the event store.
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
create index if not exists impersonations_untold on auth.impersonations ("beganAt") where not "endTold";
create table if not exists auth.first_admin (one boolean primary key default true check (one), "userId" text not null);
create or replace function auth.note_impersonation() returns trigger language plpgsql as $$
begin
  insert into auth.impersonations ("sessionId", "userId", "impersonatorId")
    values (new.id, new."userId", new."impersonatedBy") on conflict do nothing;
  return new;
end $$;
create or replace trigger note_impersonation after insert on auth.session
  for each row when (new."impersonatedBy" is not null) execute function auth.note_impersonation();
`

/** Names this installation's one migration at a time, whichever processes start at once. */
const lock = 7_310_001

/** The authentication library's own tables, and ours beside them, in schema `auth`. Harmless when run again. */
export async function migrateAuth(pool: pg.Pool, options: BetterAuthOptions): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query('create schema if not exists auth')
    const { runMigrations } = await getMigrations(options)
    await runMigrations()
    await client.query(ownSql)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
    client.release()
  }
}
