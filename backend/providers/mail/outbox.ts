import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Outbox, OutboxMail } from '../mail.ts'

/** Harmless when run again. */
const outboxSql = `
create table if not exists outbox_mails (
  id uuid primary key default gen_random_uuid(),
  "to" text not null,
  subject text not null,
  text text not null,
  "createdAt" timestamptz not null default clock_timestamp()
);
alter table outbox_mails add column if not exists kind text;
alter table outbox_mails add column if not exists "userId" text;
alter table outbox_mails add column if not exists attachments text[] not null default '{}';
create index if not exists outbox_mails_by_time on outbox_mails ("createdAt" desc, id);
`

export const migrateOutbox = async (pool: Pool): Promise<void> => {
  await pool.query(outboxSql)
}

/** Stores mail in a table that admins can read, for an installation without a mail server. */
export function outbox(pool: Pool): Outbox {
  return {
    async send({ to, subject, text, kind, userId, id = randomUUID(), attachments = [] }) {
      await pool.query(
        `insert into outbox_mails (id, "to", subject, text, kind, "userId", attachments) values ($1, $2, $3, $4, $5, $6, $7)
          on conflict (id) do nothing`,
        [id, to, subject, text, kind, userId, attachments.map(({ name }) => name)],
      )
    },
    async list({ limit, offset }) {
      const rows = await pool.query<Omit<OutboxMail, 'createdAt'> & { createdAt: Date }>(
        'select id, "to", subject, text, kind, "userId", attachments, "createdAt" from outbox_mails order by "createdAt" desc, id limit $1 offset $2',
        [limit, offset],
      )
      const count = await pool.query<{ total: string }>('select count(*) as total from outbox_mails')
      return {
        data: rows.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
        total: Number(count.rows[0]?.total ?? 0),
      }
    },
    async find(id) {
      const { rows } = await pool.query<Omit<OutboxMail, 'createdAt'> & { createdAt: Date }>(
        'select id, "to", subject, text, kind, "userId", attachments, "createdAt" from outbox_mails where id = $1',
        [id],
      )
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))[0]
    },
  }
}
