import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import {
  type Speaker,
  TranscriptDetail,
  type TranscriptItem,
  TranscriptLines,
  TranscriptList,
} from '#projections/transcript-answers.ts'
import { restoreTranscriptLines } from '#projections/transcript-lines.ts'
import type { TranscriptRow } from '#projections/transcripts.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param } from '../../http/policy.ts'
import { type Read, reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeTranscript } from '../../policies/transcripts.ts'
import { Page, Typed } from '../page.ts'
import { editable, type VisibleTo, visible, visibleAs, visibleIn, visibleTo } from '../visible.ts'

const columns = [
  ...['id', 'userId', 'campaignId', 'kind', 'title', 'sessionNumber', 'playedOn', 'visibility', 'lineCount', 'seconds'],
  ...['createdAt', 'updatedAt'],
]
  .map((column) => `t."${column}"`)
  .join(', ')
const author = `coalesce((select u.name from auth."user" u where u.id = t."userId"::text), '') as username`
const mayEdit = `${editable} as "mayEdit"`

/** The search text as a query: a line matches if it contains every word. */
const sought = `plainto_tsquery('simple', public.plain(@words))`
const inLines = `exists (select from transcript_lines s where s."transcriptId" = t.id and s.words @@ ${sought})`
const excerpt = `left(coalesce(case when @words = '' then
    (select string_agg(f.text, ' ' order by f.n) from transcript_lines f where f."transcriptId" = t.id and f.n < 4)
  else (select s.text from transcript_lines s where s."transcriptId" = t.id and s.words @@ ${sought} order by s.n limit 1) end, ''), 300) as excerpt`

/** Recaps and transcripts of a campaign that the viewer sees, and their lines. */
export const transcriptQueries =
  ({ pool, files }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const id = uuid()
    const list = {
      params: z.object({ id }),
      querystring: Page(50).extend({ search: Typed }),
      response: { 200: TranscriptList },
    }
    app.get(
      '/campaigns/:id/story-vault',
      { config: { policy: memberOf(param('id')) }, schema: list },
      (request, reply) =>
        snapshot(pool, reply, async (read, viewer) => {
          const { limit, offset, search: words } = request.query
          const values = { ...visibleIn(viewer, request.params.id), words, pattern: words.toLowerCase() }
          const found = `from transcripts t join access a on a.id = t.id
          where t."campaignId" = @campaignId and t."deletedAt" is null and ${visible}
            and (@words = '' or position(@pattern in lower(t.title)) > 0 or ${inLines})`
          const data = await read<TranscriptItem>(
            `select ${columns}, ${author}, ${mayEdit}, ${excerpt} ${found}
            order by t."playedOn" desc nulls last, t."createdAt" desc, t.id limit @limit offset @offset`,
            { ...values, limit, offset },
          )
          const [count] = await read<{ total: number }>(`select count(*) as total ${found}`, values)
          return { data, total: count?.total ?? 0 }
        }),
    )

    type Found = Omit<TranscriptDetail, 'speakers'> & Pick<TranscriptRow, 'speakers' | 'members' | 'characters'>
    const one = { params: z.object({ id }), response: { 200: TranscriptDetail } }
    app.get('/story-vault/:id', { config: { policy: maySeeTranscript }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const values = { ...visibleTo(viewer), id: request.params.id }
        const [row] = await read<Found>(
          `select ${columns}, ${author}, ${mayEdit}, t.speakers, t.members, t.characters
            from transcripts t join access a on a.id = t.id where t.id = @id and t."deletedAt" is null and ${visible}`,
          values,
        )
        if (!row) throw new Rejection('no_such_transcript')
        const { members, characters, ...transcript } = row
        return { ...transcript, speakers: await speakersOf(read, values, row) }
      }),
    )

    const lines = { params: z.object({ id }), querystring: Page(200, 500), response: { 200: TranscriptLines } }
    app.get(
      '/story-vault/:id/lines',
      { config: { policy: maySeeTranscript }, schema: lines },
      async (request, reply) => {
        const { limit, offset } = request.query
        const [stored] = await reading(pool)<Pick<TranscriptRow, 'id' | 'key'>>(
          'select id, key from transcripts where id = $1 and "deletedAt" is null',
          [request.params.id],
        )
        if (stored) await restoreTranscriptLines(pool, stored.id, () => files.get(stored.key))
        return snapshot(pool, reply, async (read, viewer) => {
          const values = { ...visibleTo(viewer), id: request.params.id }
          const [row] = await read<{ lineCount: number; campaignId: string }>(
            `select t."lineCount", t."campaignId" from transcripts t join access a on a.id = t.id
            where t.id = @id and t."deletedAt" is null and ${visible}`,
            values,
          )
          if (!row) throw new Rejection('no_such_transcript')
          const data = await read<TranscriptLines['data'][number]>(
            `select n, speaker, at, text from transcript_lines where "transcriptId" = @id and n >= @offset
            order by n limit @limit`,
            { ...values, limit, offset },
          )
          const text = data.map((line) => line.text).join('\n')
          return { data, total: row.lineCount, lore: await loreNamedIn(read, values, row.campaignId, text) }
        })
      },
    )
  }

/** Returns the speakers with their assigned members and characters, without characters that the viewer does not see. */
const speakersOf = async (
  read: Read,
  values: VisibleTo,
  { speakers, members, characters }: Pick<TranscriptRow, 'speakers' | 'members' | 'characters'>,
): Promise<Speaker[]> => {
  const people = await read<{ id: string; name: string }>(
    'select id, name from auth."user" where id = any(@people::text[])',
    { people: members.filter((member) => member !== null) },
  )
  const lore = await read<{ id: string; name: string }>(
    `select l.id, l.name from conjurations l join access a on a.id = l.id
      where l.id = any(@lore::uuid[]) and l."deletedAt" is null and ${visibleAs('a')}`,
    { ...values, lore: characters.filter((character) => character !== null) },
  )
  return speakers.map((label, position) => {
    const person = people.find((each) => each.id === members[position])
    const character = lore.find((each) => each.id === characters[position])
    return {
      label,
      userId: person?.id ?? null,
      username: person?.name ?? null,
      conjurationId: character?.id ?? null,
      conjurationName: character?.name ?? null,
    }
  })
}

const mostNames = 100
/** The first word of a name narrows the search down: comparing each name with a whole page would take long. */
const named = `select l.id, l.name from conjurations l join access a on a.id = l.id
  where l."campaignId" = @campaignId and l."deletedAt" is null and ${visible} and length(l.name) between 3 and 100
    and lower(split_part(l.name, ' ', 1)) = any(@words::text[]) and position(lower(l.name) in @text) > 0
  order by length(l.name) desc, l.id limit ${mostNames}`

const loreNamedIn = async (read: Read, values: VisibleTo, campaignId: string, text: string) => {
  const words = [...new Set(text.toLowerCase().match(/[^\s.,;:!?"“”()[\]…]+/g) ?? [])]
  return read<{ id: string; name: string }>(named, { ...values, campaignId, words, text: text.toLowerCase() })
}
