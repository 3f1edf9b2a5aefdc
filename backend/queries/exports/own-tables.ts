import { byteOrderMark, csvLine } from '../../http/csv.ts'
import type { Read } from '../../http/snapshot.ts'

type Row = Record<string, unknown>

/** Tables of an account, by the name of its file. Tokens and keys of providers are not part of them. */
const tables: Readonly<Record<string, { statement: string; isTable?: true }>> = {
  account: {
    statement: `select u.id, u.name, u.email, u."emailVerified", u."createdAt", a.onboarded, a."marketingOptIn", a."allowNSFW",
        a."discordHandle", a."initialTrackingData",
        (select coalesce(json_agg(t.type order by t.type), '[]') from auth.user_tokens t where t."userId" = u.id) as "userTokens"
      from auth."user" u left join accounts a on a.id::text = u.id where u.id = $1::text`,
  },
  'sign-ins': {
    statement: `select s."createdAt" as "signedInAt", s."updatedAt" as "usedAt", s."userAgent", s."ipAddress"
      from auth.session s where s."userId" = $1::text and s."impersonatedBy" is null order by s."createdAt"`,
    isTable: true,
  },
  campaigns: {
    statement: `select c.id, c.name, m.role, m."joinedAt" from members m join campaigns c on c.id = m."campaignId"
      where m."userId" = $1::uuid and c."deletedAt" is null order by m."joinedAt"`,
  },
  ledger: {
    statement: `select id, quantity, owed, status, comment, "createdAt" from credit_transactions where "userId" = $1::uuid order by "createdAt", id`,
    isTable: true,
  },
  payments: {
    statement: `select id, kind, plan, interval, "from", through, credits, amount, currency, tax, brand, last4, "paidAt"
      from payments where "userId" = $1::uuid order by "paidAt", id`,
    isTable: true,
  },
  receipts: {
    statement: `select number, kind, what, "issuedOn", currency, amount, tax, taxes, issuer, buyer from receipts where "userId" = $1::uuid order by "issuedOn", id`,
  },
  subscription: {
    statement: `select plan, interval, status, "periodEnd", "cancelAtPeriodEnd", "isSuspended" from subscriptions where id = $1::uuid`,
  },
  'refund-requests': {
    statement: `select id, "paymentId", status, reason, answer, "askedAt", "decidedAt" from refund_requests where "userId" = $1::uuid order by "askedAt", id`,
  },
  generations: {
    statement: `select id, "templateName", status, title, texts, cost, "imageCost", "requestedAt", "endedAt" from generations
      where "userId" = $1::uuid order by "requestedAt", id`,
  },
  images: {
    statement: `select id, name, note, type, prompt, "negativePrompt", "modelName", cost, width, height, status, "createdAt" from images
      where "userId" = $1::uuid and "deletedAt" is null order by "createdAt", id`,
  },
  sessions: {
    statement: `select id, "campaignId", kind, title, "sessionNumber", "playedOn", visibility, "createdAt" from transcripts
      where "userId" = $1::uuid and "deletedAt" is null order by "createdAt", id`,
  },
  recordings: {
    statement: `select id, "campaignId", title, "sessionNumber", "playedOn", visibility, size, failure, "createdAt" from recordings
      where "userId" = $1::uuid order by "createdAt", id`,
  },
  templates: {
    statement: `select id, name, description, tags, visibility, attributes, "createdAt" from templates
      where "userId" = $1::uuid and "deletedAt" is null order by "createdAt", id`,
  },
}

const cellOf = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}
const csvOf = (rows: readonly Row[]): string => {
  const names = Object.keys(rows[0] ?? {})
  return [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))].map(csvLine).join('')
}

/** The tables of an account as JSON, and those that a spreadsheet opens as CSV too, one after another. */
export async function* ownTables(read: Read, userId: string): AsyncGenerator<{ path: string; content: string }> {
  for (const [name, { statement, isTable }] of Object.entries(tables)) {
    const rows = await read<Row>(statement, [userId])
    yield { path: `Account/${name}.json`, content: `${JSON.stringify(rows, undefined, 2)}\n` }
    if (isTable && rows.length > 0) yield { path: `Account/${name}.csv`, content: `${byteOrderMark}${csvOf(rows)}` }
  }
}
