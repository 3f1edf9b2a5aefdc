import type { Conversation, SentMessage } from '#domain/conversations.ts'
import type { OmittedSource } from '#domain/writings.ts'
import { findFilePassages } from '#projections/file-passages.ts'
import { type KnownPassage, keywords } from '../../../scribe/index.ts'
import type { Read } from '../../http/snapshot.ts'
import { ensureFilePassages, type ReadingDeps } from '../../queries/files/file-passages.ts'

/** Numbers of passages that an answer reads: the first ones of each file, and the best matches for the question in all files. */
const [firstOfFile, bestOfFiles] = [8, 40]
/** Maximum number of files for one answer, including those attached to earlier messages. */
const mostFilesRead = 30

export interface InputPorts extends ReadingDeps {
  /** Publishes the name of the file that is being read. */
  publishReading: (name: string) => void
}

interface WantedFile {
  id: string
  name: string
  mime: string
  key: string
  /** Attached to the conversation: no other member sees it. */
  isOwn?: true
}
export interface UnreadFile {
  name: string
  problem: string
}

/**
 * Returns the campaign's files with these ids; only the id for a file that is not in the campaign. The viewer is a member, and all
 * members see the campaign's files.
 */
export const findCampaignFiles = async (
  read: Read,
  campaignId: string,
  ids: readonly string[],
): Promise<(WantedFile | { id: string })[]> => {
  if (ids.length === 0) return []
  const found = await read<WantedFile>(
    `select id, name, mime, key from campaign_files
      where id = any($1::uuid[]) and "campaignId" = $2 and "deletedAt" is null`,
    [ids, campaignId],
  )
  return [...new Set(ids)].map((id) => found.find((file) => file.id === id) ?? { id })
}

/**
 * Returns the attached files that the messages of a path refer to, latest message first. A message can refer only to files of its own
 * conversation.
 */
export const findAttachedFiles = ({ files }: Conversation, path: readonly { message: SentMessage }[]): WantedFile[] => {
  const ids = new Set(path.toReversed().flatMap(({ message }) => message.context.files))
  return [...ids].flatMap((id) => {
    const file = files.find((each) => each.id === id)
    return file ? { ...file, isOwn: true as const } : []
  })
}

/** Finds the passages of files that an answer may draw on, and reads files that were never read. */
export const loadFiles = async (
  ports: InputPorts,
  wanted: readonly (WantedFile | { id: string })[],
  question: string,
): Promise<{ texts: KnownPassage[]; omitted: OmittedSource[]; unread: UnreadFile[] }> => {
  const readable = new Map<string, WantedFile>()
  const omitted: OmittedSource[] = []
  const unread: UnreadFile[] = []
  for (const file of wanted) {
    const { id } = file
    if (!('key' in file)) omitted.push({ kind: 'file', id, why: 'rights' })
    else if (readable.size >= mostFilesRead) omitted.push({ kind: 'file', id, why: 'budget' })
    else {
      ports.publishReading(file.name.slice(0, 255))
      const problem = await ensureFilePassages(ports, file)
      if (problem === undefined) readable.set(file.key, file)
      else {
        omitted.push({ kind: 'file', id, why: 'kind' })
        unread.push({ name: file.name, problem })
      }
    }
  }
  const words = keywords(question).join(' ')
  const passages = await findFilePassages(ports.pool, [...readable.keys()], {
    words,
    first: firstOfFile,
    ranked: bestOfFiles,
  })
  const texts = passages.flatMap(({ key, page, passage }): KnownPassage[] => {
    const file = readable.get(key)
    if (!file) return []
    const visibility = file.isOwn ? 'PRIVATE' : 'CAMPAIGN'
    return [{ kind: 'file', id: file.id, name: file.name, segmentId: null, page, text: passage, visibility }]
  })
  return { texts, omitted, unread }
}
