import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/**
 * Tables in a schema of their own. An object's row contains its JSON, internal data (`hidden`), its test clock, and the
 * time at which it is due. `deliveries` are events that an endpoint has not accepted yet; `answers` are the answers by
 * idempotency key.
 */
const tables = `
  create schema if not exists simulated_stripe;
  create table if not exists simulated_stripe.objects (
    id text primary key, kind text not null, seq bigserial, data jsonb not null, hidden jsonb not null default '{}', clock text, due bigint);
  create index if not exists objects_by_kind on simulated_stripe.objects (kind, seq desc);
  create index if not exists objects_by_customer on simulated_stripe.objects ((data->>'customer'), kind);
  create index if not exists objects_by_intent on simulated_stripe.objects ((data->>'payment_intent'), kind);
  create index if not exists objects_by_clock on simulated_stripe.objects (clock) where clock is not null;
  create index if not exists objects_due on simulated_stripe.objects (due) where due is not null;
  create table if not exists simulated_stripe.deliveries (
    event text not null references simulated_stripe.objects on delete cascade, endpoint text not null, attempts int not null default 0,
    made_at timestamptz not null default now(), next_at timestamptz not null default now(), primary key (event, endpoint));
  create index if not exists deliveries_next on simulated_stripe.deliveries (next_at);
  create table if not exists simulated_stripe.answers (
    key text primary key, request text not null, status int not null, body jsonb not null, at timestamptz not null default now());
  create index if not exists answers_at on simulated_stripe.answers (at);
  create table if not exists simulated_stripe.account (
    one boolean primary key default true check (one), secret_key text not null, publishable_key text not null,
    webhook_secret text not null, ahead bigint not null default 0)`

/** Earlier versions derived fingerprints from the first twelve digits, so that cards of one bank were taken for each other. */
const fingerprints = `
  update simulated_stripe.objects set data = jsonb_set(data, '{card,fingerprint}', to_jsonb(own.fingerprint))
    from (select id, left(encode(sha256(convert_to(hidden->>'number', 'UTF8')), 'hex'), 16) as fingerprint
      from simulated_stripe.objects where kind = 'payment_method' and hidden ? 'number') own
    where objects.id = own.id and data->'card'->>'fingerprint' <> own.fingerprint`

/** The keys of the only account, created with the tables and shared by all processes. */
export interface Keys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

const random = (length: number) =>
  randomBytes(length * 2)
    .toString('base64url')
    .replace(/[-_]/g, '')
    .slice(0, length)

/** Creates missing tables and keys; several processes may call this at once. Returns the keys, with those of `given` replaced. */
export async function migrate(pool: pg.Pool, given: Partial<Keys> = {}): Promise<Keys> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${writing})`)
    await client.query(tables)
    await client.query(fingerprints)
    const { secretKey = `sk_test_${random(48)}`, publishableKey = `pk_test_${random(48)}` } = given
    const webhookSecret = given.webhookSecret ?? `whsec_${random(32)}`
    await client.query(
      'insert into simulated_stripe.account (secret_key, publishable_key, webhook_secret) values ($1, $2, $3) on conflict do nothing',
      [secretKey, publishableKey, webhookSecret],
    )
    const { rows } = await client.query(
      'select secret_key as "secretKey", publishable_key as "publishableKey", webhook_secret as "webhookSecret" from simulated_stripe.account',
    )
    await client.query('commit')
    return { ...rows[0], ...given }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** The advisory lock of writers: one at a time, in all processes. */
export const writing = 5_747_874
