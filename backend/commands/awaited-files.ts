import type { Pool } from 'pg'

/**
 * Files that somebody sent, each with the stream that is to name it: a request puts its file first and tells of it then, and may be refused
 * or break off between the two. Whether it was told of is looked at later.
 */
const table = `create table if not exists awaited_files (
  key text primary key, stream text not null, "putAt" timestamptz not null default clock_timestamp());
create index if not exists awaited_files_by_time on awaited_files ("putAt");
alter table awaited_files add column if not exists "userId" uuid, add column if not exists "campaignId" uuid,
  add column if not exists bytes bigint;
create index if not exists awaited_files_by_user on awaited_files ("userId");
create index if not exists awaited_files_by_campaign on awaited_files ("campaignId");`

export const migrateAwaitedFiles = async (pool: Pool): Promise<void> => {
  await pool.query(table)
}
