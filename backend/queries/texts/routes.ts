import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import type { Ops } from '#domain/deltas.ts'
import { isKnownSince } from '#domain/text-authors.ts'
import type { RetainedChange } from '#domain/text-changes.ts'
import { authorsOf, textOf } from '#domain/texts.ts'
import { type Author, LinkedFrom, Text, TextChanges } from '#projections/text-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeConjuration } from '../../policies/items.ts'
import { maySeeText } from '../../policies/texts.ts'
import { visibleAs, visibleTo } from '../visible.ts'
import { beginningOf } from './beginning.ts'
import { firstWords } from './first-words.ts'
import { namesOf } from './names.ts'
import { openText } from './open-text.ts'
import { redactOps, visibleMentions } from './seen.ts'

const params = z.object({ id: uuid() })
const TextQuery = z.object({ authors: z.stringbool().default(false) })
const After = z.object({ after: z.coerce.number().int().min(0).default(0) })

/** Limits of one answer; clients further behind request again. */
const most = { changes: 2_000, letters: 2_000_000 }
const bounded = (changes: readonly RetainedChange[]) => {
  let [letters, count] = [0, 0]
  for (const { ops } of changes.slice(0, most.changes)) {
    const more = JSON.stringify(ops).length
    if (count > 0 && letters + more > most.letters) break
    letters += more
    count++
  }
  return changes.slice(0, count)
}

/** Serves texts, their changes after a revision, and the texts that mention a lore item. */
export const textQueries =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool } = deps
    const config = { policy: maySeeText(param('id')) }

    const one = { params, querystring: TextQuery, response: { 200: Text } }
    app.get('/texts/:id', { config, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { id } = request.params
        const { text } = await openText(deps, id)
        const written: Ops = textOf(text)
        const seen = await visibleMentions(read, viewer, written)
        const shown = { id, revision: text.revision, ops: redactOps(written, seen), names: Object.fromEntries(seen) }
        if (!request.query.authors) return shown
        const { at: since } = await beginningOf(read, viewer, id, text.conjurationId)
        const runs = authorsOf(text)
        const names = await namesOf(
          read,
          runs.map(({ userId }) => userId),
        )
        // Runs from before the viewer's history, or by unknown authors, have neither name nor time.
        const authors = runs.map(({ length, userId, at }): Author => {
          const isKnown = isKnownSince({ userId, at }, since)
          return isKnown ? { length, userId, name: names.get(userId) ?? null, at } : { length }
        })
        return { ...shown, authors }
      }),
    )

    const since = { params, querystring: After, response: { 200: TextChanges } }
    app.get('/texts/:id/changes', { config, schema: since }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { id } = request.params
        const { after } = request.query
        const { text } = await openText(deps, id)
        const { revision, changes, conjurationId } = text
        if (after >= revision) return { revision, changes: [] }
        const begins = await beginningOf(read, viewer, id, conjurationId)
        const [first] = changes
        if (after < begins.revision || !first || after < first.revision - 1) throw new Rejection('text_changes_gone')
        const over = after === 0 ? await firstWords(deps.store, text) : undefined
        const some = bounded(changes.slice(after - revision))
        const seen = await visibleMentions(read, viewer, ...some.map(({ ops }) => ops))
        return {
          revision,
          ...(over === undefined ? {} : { over }),
          changes: some.map(({ revision, changeId, ops, fix, userId, at }) => ({
            revision,
            id: changeId,
            ops: redactOps(ops, seen),
            userId,
            at,
            ...(fix ? { fix: [...fix] } : {}),
          })),
        }
      }),
    )

    const linked = { params, response: { 200: LinkedFrom } }
    app.get(
      '/conjurations/:id/linked-from',
      { config: { policy: maySeeConjuration(param('id')) }, schema: linked },
      (request, reply) => snapshot(pool, reply, async (read, viewer) => linkedFrom(read, viewer, request.params.id)),
    )
  }

const mostLinks = 200

/** Lore whose texts mention this item, as of their last writing session: each once, and only visible texts. */
const linkedFrom = async (read: Read, viewer: Viewer, id: string): Promise<LinkedFrom> => {
  const data = await read<LinkedFrom['data'][number]>(
    `select distinct on (lower(l.name), l.id) l.id, l.name, m."textId", m.passage,
        (select max(i.uri) from images i join access ia on ia.id = i.id
          where i."conjurationId" = l.id and i."primary" and i."deletedAt" is null and ${visibleAs('ia')}) as "imageUri"
       from text_mentions m join access a on a.id = m."textId" join conjurations l on l.id = m."conjurationId" and l."deletedAt" is null
       left join segments s on s.id = m."textId"
      where m."mentionedId" = @id and l.id <> @id and s."deletedAt" is null and ${visibleAs('a')} and ${visibleAs('l')}
      order by lower(l.name), l.id, m."textId" limit ${mostLinks}`,
    { ...visibleTo(viewer), id },
  )
  return { data, total: data.length }
}
