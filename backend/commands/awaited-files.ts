import type { Pool } from 'pg'

/**
 * Uploaded files, each with the stream that is to refer to it. A request stores its file before it records it, and may
 * be refused or interrupted in between; unrecorded files are found later by this table. A file with an operation is
 * needed until that ends, whether or not an event refers to it.
 */
const table = `create table if not exists awaited_files (
  key text primary key, stream text not null, "putAt" timestamptz not null default clock_timestamp());
create index if not exists awaited_files_by_time on awaited_files ("putAt");
alter table awaited_files add column if not exists "userId" uuid, add column if not exists "campaignId" uuid,
  add column if not exists bytes bigint, add column if not exists "operationId" uuid;
create index if not exists awaited_files_by_user on awaited_files ("userId");
create index if not exists awaited_files_by_campaign on awaited_files ("campaignId");`

export const migrateAwaitedFiles = async (pool: Pool): Promise<void> => {
  await pool.query(table)
}
