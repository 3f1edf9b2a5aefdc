import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { uniquePaths } from '#exchange/paths.ts'
import type { TranscriptRow } from '#projections/transcripts.ts'
import { reading } from '../../http/snapshot.ts'
import { FileMissing } from '../../providers/files.ts'
import { visible, visibleTo } from '../../queries/visible.ts'
import { rootFolder, type Work } from './write-lore.ts'

type Session = Pick<TranscriptRow, 'id' | 'kind' | 'title' | 'sessionNumber' | 'playedOn' | 'key' | 'speakers'>

const columns = 't.id, t.kind, t.title, t."sessionNumber", t."playedOn", t.key, t.speakers'
const present = 't."deletedAt" is null'
const inCampaign = `select t.id from transcripts t join access a on a.id = t.id
  where t."campaignId" = @campaignId and ${present} and ${visible}
  order by t."playedOn" nulls last, t."createdAt", t.id`
/** Reads a session again just before it is written: it may have been hidden since. */
const one = `select ${columns} from transcripts t join access a on a.id = t.id where t.id = @id and ${present} and ${visible}`

const Line = z.object({ speaker: z.int().nullable(), at: z.int().nullable(), text: z.string() })

const two = (n: number) => String(n).padStart(2, '0')
const timeOf = (at: number) => `[${Math.floor(at / 3600)}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}] `

const headOf = ({ title, kind, sessionNumber, playedOn }: Session): string => {
  const facts = [sessionNumber !== null && `Session ${sessionNumber}`, playedOn, kind === 'RECAP' && 'Recap']
  return `${[title, facts.filter(Boolean).join(', ')].filter((line) => line !== '').join('\n')}\n\n`
}

/**
 * Yields a session as text that the Story Vault can import: its stored lines with times and speakers. The text is never
 * in memory as a whole.
 */
async function* textOf(session: Session, stored: Readable): AsyncGenerator<string> {
  yield headOf(session)
  for await (const row of createInterface({ input: stored, crlfDelay: Number.POSITIVE_INFINITY })) {
    const { speaker, at, text } = Line.parse(JSON.parse(row))
    const name = speaker === null ? undefined : session.speakers[speaker]
    yield `${at === null ? '' : timeOf(at)}${name === undefined ? '' : `${name}: `}${text}\n`
  }
}

/**
 * Writes the recaps and transcripts of a campaign that the requester sees, one by one with rights checked before each.
 * They are `.txt` files, since they are not Markdown and an import treats them as text. Returns false once the export
 * must stop.
 */
export const writeSessions = async (work: Work): Promise<boolean> => {
  const { run, pool, files, scope, target, reader } = work
  const { campaignId } = scope
  const first = await reader()
  if (!first || campaignId === null) return first !== undefined
  const read = reading(pool)
  const paths = uniquePaths()
  const folder = `${rootFolder(work)}/Sessions`
  for (const { id } of await read<{ id: string }>(inCampaign, { ...visibleTo(first), campaignId })) {
    const viewer = await reader()
    if (!viewer || !(await run.each([], { work: async () => undefined }))) return false
    const [session] = await read<Session>(one, { ...visibleTo(viewer), id })
    if (!session) continue
    const name = [session.playedOn, session.title].filter(Boolean).join(' ')
    const path = paths.add(folder, name, '.txt', 'Session')
    try {
      await target.add(path, Readable.from(textOf(session, await files.stream(session.key))))
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
    }
  }
  return true
}
