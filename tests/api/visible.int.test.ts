import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Access, channelsFor, channelsOf, sharesChannel, thingOf, type Viewer } from '#domain/access.ts'
import { historyBeginning } from '#domain/history-beginning.ts'
import { can } from '#domain/rights.ts'
import { historyBeginningIn, joinedPositions } from '../../backend/http/history-beginning.ts'
import { bindNamedValues } from '../../backend/platform/named-values.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { mayRemoveFile } from '../../backend/queries/campaigns/files.ts'
import { mayRestoreCampaign } from '../../backend/queries/campaigns/routes.ts'
import { editable, unseen, visible, visibleIn, visibleThere, visibleTo } from '../../backend/queries/visible.ts'
import { views } from '../../backend/things.ts'
import { freshDatabase, openPool } from '../postgres.ts'

let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = openPool(database.options)
  await migrate(pool, views)
})
afterAll(async () => {
  await pool?.end()
  await drop?.()
})

// few ids, so that they meet
const user = fc.constantFrom(...[1, 2, 3].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`))
const campaign = fc.constantFrom(...[1, 2, 3].map((n) => `0198c0de-0000-7000-8000-0000000000c${n}`))
const access: fc.Arbitrary<Access> = fc.record({
  ownerId: user,
  campaignId: fc.option(campaign),
  visibility: fc.constantFrom('PRIVATE', 'DM', 'CAMPAIGN'),
})
const viewer: fc.Arbitrary<Viewer> = fc.record({
  kind: fc.constantFrom('session', 'work'),
  userId: user,
  isInPerson: fc.boolean(),
  roles: fc.dictionary(campaign, fc.constantFrom(1, 2, 3), { noNullPrototype: true }),
})

/** What these queries do not depend on. */
const unasked = { sameAs: null, isForDms: false, isOpen: false, isInPerson: false }
/** What the same SQL says of. */
const changing = ['edit', 'delete', 'restore', 'seeInTrash'] as const

test('a query finds what the domain says may be seen and changed, and nothing else', { tags: 'long' }, async () => {
  await fc.assert(
    fc.asyncProperty(viewer, fc.array(access, { minLength: 1, maxLength: 20 }), async (someone, items) => {
      const rows = items.map((item, n) => ({
        id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
        ...thingOf(item),
        ...unasked,
      }))
      await pool.query('truncate access')
      await pool.query('insert into access select * from jsonb_populate_recordset(null::access, $1)', [
        JSON.stringify(rows),
      ])
      const idsOf = async (text: string, values = visibleTo(someone)) => {
        const found = await pool.query<{ id: string }>(bindNamedValues(`${text} order by 1`, values))
        return found.rows.map(({ id }) => id)
      }
      const said = (ability: 'see' | (typeof changing)[number], among = rows) =>
        among.filter((row) => can(someone, ability, row)).map(({ id }) => id)
      expect(await idsOf(`select a.id from access a where ${visible}`)).toEqual(said('see'))
      for (const ability of changing)
        expect(await idsOf(`select a.id from access a where ${editable}`)).toEqual(said(ability))
      for (const campaignId of new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))) {
        const there = rows.filter((row) => row.campaignId === campaignId)
        const seenThere = await idsOf(
          `select a.id from access a where a."campaignId" = @campaignId and ${visible}`,
          visibleIn(someone, campaignId),
        )
        expect(seenThere).toEqual(said('see', there))
        const countedThere = await idsOf(
          `select a.id from access a where a."campaignId" = @campaignId and ${visibleThere('a')}`,
          visibleIn(someone, campaignId),
        )
        expect(countedThere).toEqual(said('see', there))
        const hidden = there.filter((row) => !can(someone, 'see', row)).map(({ id }) => id)
        expect(await idsOf(unseen, visibleIn(someone, campaignId))).toEqual(hidden)
      }
    }),
    { numRuns: 60 },
  )
})

test('a query begins a history where the domain says that it begins', { tags: 'long' }, async () => {
  /** The n-th item is shown to who listens to the channels of `to`, unless they listened to those of `before`. */
  const showing = fc.record({ n: fc.nat(5), to: access, before: access })
  const joining = fc.record({ campaignId: campaign, userId: user })
  const event = fc.oneof(showing, joining)
  await fc.assert(
    fc.asyncProperty(
      viewer,
      fc.array(access, { minLength: 1, maxLength: 6 }),
      fc.array(event, { maxLength: 12 }),
      async (someone, items, events) => {
        const rows = items.map((item, n) => ({
          id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
          ...thingOf(item),
          ...unasked,
        }))
        const lines = events.map((each, n) => ({
          position: n + 1,
          seq: 1,
          id: rows[0]?.id,
          stream: '',
          revision: 0,
          at: '2026-01-01',
          metadata: {},
          users: [],
          unless: [],
          channels: [],
          correlationId: '',
          ...('n' in each
            ? {
                type: 'ItemShown',
                item: rows[each.n]?.id ?? '',
                channels: channelsOf(each.to),
                unless: channelsOf(each.before),
              }
            : { type: 'MemberJoined', item: each.campaignId }),
          data: each,
        }))
        await pool.query('truncate access, feed')
        for (const [table, all] of Object.entries({ access: rows, feed: lines }))
          await pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
            JSON.stringify(all),
          ])
        const mine = channelsFor(someone)
        const lastOf = (found: (line: (typeof lines)[number]) => boolean) =>
          BigInt(lines.findLast(found)?.position ?? 0)
        const expected = rows
          .filter((row) => can(someone, 'see', row))
          .map((row) => {
            const shown = lastOf(
              ({ type, item, channels, unless }) =>
                type === 'ItemShown' &&
                item === row.id &&
                sharesChannel(mine, channels) &&
                !sharesChannel(mine, unless),
            )
            const joined = lastOf(
              ({ type, item, data }) =>
                type === 'MemberJoined' &&
                item === row.campaignId &&
                'userId' in data &&
                data.userId === someone.userId,
            )
            return { id: row.id, position: String(historyBeginning(someone, row, { shown, joined })) }
          })
        const found = await pool.query(
          bindNamedValues(
            `with joined as (${joinedPositions('@channels')}) select a.id, ${historyBeginningIn('a', '@channels', 'joined')}::text as position from access a where ${visible} order by 1`,
            visibleTo(someone),
          ),
        )
        expect(found.rows).toEqual(expected)
      },
    ),
    { numRuns: 100 },
  )
})

test('files are removed, and campaigns restored, by those of whom the domain says so', async () => {
  const file = fc.record({ addedBy: user, campaignId: campaign })
  await fc.assert(
    fc.asyncProperty(viewer, fc.array(file, { minLength: 1, maxLength: 12 }), async (someone, files) => {
      const { userId } = someone
      const made = files.map((each, n) => ({
        id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
        name: '',
        mime: '',
        size: 0,
        key: '',
        createdAt: '2026-01-01',
        deletedAt: null,
        deletedBy: null,
        ...each,
      }))
      const members = Object.entries(someone.roles).map(([campaignId, role]) => ({
        id: `${campaignId}:${userId}`,
        campaignId,
        userId,
        role,
        joinedAt: '2026-01-01',
      }))
      await pool.query('truncate campaign_files, members')
      for (const [table, rows] of Object.entries({ campaign_files: made, members }))
        await pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
          JSON.stringify(rows),
        ])
      const values = { ...visibleTo(someone), memberOf: Object.keys(someone.roles) }
      const idsOf = async (text: string) =>
        (await pool.query<{ id: string }>(bindNamedValues(`${text} order by 1`, values))).rows.map(({ id }) => id)
      expect(await idsOf(`select f.id from campaign_files f where ${mayRemoveFile}`)).toEqual(
        made
          .filter(({ campaignId, addedBy: ownerId }) => can(someone, 'removeFile', { campaignId, ownerId }))
          .map(({ id }) => id),
      )
      expect(
        await idsOf(`select m."campaignId" as id from members m where m."userId" = @userId and ${mayRestoreCampaign}`),
      ).toEqual(
        members
          .map(({ campaignId }) => campaignId)
          .filter((campaignId) => can(someone, 'restoreCampaign', { campaignId }))
          .toSorted(),
      )
    }),
    { numRuns: 60 },
  )
})

test('the channels that the database gives a row are those of the domain', () =>
  fc.assert(
    fc.asyncProperty(access, async (item) => {
      const { rows } = await pool.query<{ channels: string[] }>('select channels_of($1, $2, $3) as channels', [
        item.ownerId,
        item.campaignId,
        item.visibility,
      ])
      expect(rows[0]?.channels).toEqual(channelsOf(item))
    }),
    { numRuns: 60 },
  ))
