import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import type { Envelope } from '#domain/metadata.ts'
import { viewerAs } from '#domain/rights.ts'
import { campaignRoles } from '#domain/roles.ts'
import { accessView } from '#projections/access.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { relationshipsView } from '#projections/relationships.ts'
import { segmentsView } from '#projections/segments.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { applyAll } from '../../../backend/projections/apply.ts'
import { migrate } from '../../../backend/projections/migrate.ts'
import { migrateTextIndex } from '../../../backend/projections/text-index.ts'
import { passagesOf } from '../../../backend/projections/text-passages.ts'
import { views } from '../../../backend/things.ts'
import { oneOf, prose, seeded } from '../../../demo/grammar.ts'
import { planLarge } from '../../../demo/large-plan.ts'
import type { CampaignTexts } from '../../weavy/campaigns.ts'

/** A campaign in views of its own, and a player in it. */
export interface AssistedCampaign {
  campaignId: string
  player: Viewer
  entries: number
}

const filled = [accessView, conjurationsView, segmentsView, relationshipsView]
/** One entry in so many has a section; each has as many relationships. */
const [sectioned, linked] = [5, 2]

/**
 * Fills the views with a campaign's texts and with generated entries up to `size`, as the projector and the index do; only the log is left
 * out, since nothing here reads it.
 */
export async function fillAssistedCampaign(
  pool: pg.Pool,
  texts: CampaignTexts,
  size: number = texts.pages.length,
): Promise<AssistedCampaign> {
  await migrate(pool, views)
  await migrateTextIndex(pool)
  await pool.query(
    'create schema if not exists auth; create table if not exists auth."user" (id text primary key, name text)',
  )
  const [ownerId, userId, campaignId] = [randomUUID(), randomUUID(), randomUUID()]
  const ids = new Map(texts.pages.map(({ name }) => [name, randomUUID()]))
  const idOf = (name: string) => ids.get(name) ?? ''
  const random = seeded(size)
  const generated = planLarge(Math.max(0, size - texts.pages.length)).pages
  const pages = [...texts.pages.map((page) => ({ ...page, id: idOf(page.name) })), ...generated]
  const sections = [
    ...texts.contents
      .filter(({ page, type, content }) => ids.has(page) && type === 'STORY' && content !== '')
      .map((section) => ({ ...section, conjurationId: idOf(section.page) })),
    ...generated
      .filter((_, n) => n % sectioned === 0)
      .map(({ id }) => ({ conjurationId: id, title: 'History', content: prose(random), isForDms: false })),
  ].map((section) => ({ ...section, segmentId: randomUUID() }))
  const links = [
    ...texts.links.filter(({ from, to }) => ids.has(from) && ids.has(to)).flatMap(directions),
    ...generated.flatMap(({ id }) =>
      Array.from({ length: linked }, () => ({ from: id, to: oneOf(random, pages).id, comment: 'owes a favour to' })),
    ),
  ].map(({ from, to, comment }) => ({
    relationshipId: randomUUID(),
    sourceId: ids.get(from) ?? from,
    targetId: ids.get(to) ?? to,
    comment,
  }))

  const events = [
    ...pages.map(({ id: conjurationId, name, description, tags, visibility }) => ({
      type: 'ConjurationCreated',
      stream: `conjurations-${conjurationId}`,
      data: {
        conjurationId,
        userId: ownerId,
        campaignId,
        collectionId: null,
        visibility,
        name,
        description,
        tags,
        copyOf: null,
      },
    })),
    ...sections.map(({ segmentId, conjurationId, title, isForDms }, sortOrder) => ({
      type: 'SegmentAdded',
      stream: `conjurations-${conjurationId}`,
      data: { segmentId, conjurationId, ownerId, campaignId, type: 'STORY', title, sortOrder, isForDms },
    })),
    ...links.map((link) => ({
      type: 'ConjurationRelationshipCreated',
      stream: `relationships-${link.relationshipId}`,
      data: { ...link, userId: ownerId, campaignId },
    })),
  ].map(({ type, stream, data }, n): Envelope => {
    const id = randomUUID()
    const metadata = { actor: ownerId, commandId: id, correlationId: id }
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
    return { id, type, stream, position: String(n), at, data, metadata }
  })
  const client = await pool.connect()
  try {
    for (let from = 0; from < events.length; from += 1000)
      for (const view of filled) await applyAll(client, view, events.slice(from, from + 1000))
  } finally {
    client.release()
  }
  const passages = sections.flatMap(({ segmentId, conjurationId, content }) =>
    passagesOf(fromMarkdown(content)).map(({ text }, n) => ({ segmentId, conjurationId, n: n + 1, text })),
  )
  await pool.query(
    `insert into text_passages ("textId", n, "conjurationId", revision, passage)
      select "textId", n, "conjurationId", 1, passage from unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[]) as p("textId", n, "conjurationId", passage)`,
    [
      passages.map(({ segmentId }) => segmentId),
      passages.map(({ n }) => n),
      passages.map(({ conjurationId }) => conjurationId),
      passages.map(({ text }) => text),
    ],
  )
  await pool.query('vacuum analyze')
  return { campaignId, player: viewerAs(userId, campaignId, campaignRoles.PLAYER), entries: pages.length }
}

const directions = ({ from, to, comment, twoWay }: CampaignTexts['links'][number]) => [
  { from, to, comment },
  ...(twoWay ? [{ from: to, to: from, comment }] : []),
]
