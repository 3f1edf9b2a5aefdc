import type { Viewer } from '#domain/access.ts'
import type { OmittedSource, UsedSource, WritingContext } from '#domain/writings.ts'
import { findFilePassages } from '#projections/file-passages.ts'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { isQuestion, keywords } from '../../../scribe/index.ts'
import type { Deps } from '../../http/deps.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import type { Known, Passage } from '../../providers/text-model.ts'
import { ensureFilePassages } from '../../queries/files/file-passages.ts'
import { inPassages, passageRank } from '../../queries/search/passages.ts'
import { withContents } from '../../queries/segments/contents.ts'
import { segmentItems } from '../../queries/segments/items.ts'
import { type VisibleTo, visible, visibleIn } from '../../queries/visible.ts'
import type { Dispatcher } from '../dispatch.ts'
import { anyWordOfPrompt, readTranscripts } from './transcripts.ts'

/**
 * Maximum characters of all passages, and of one. The total is some 6,000 tokens, which small self-hosted models can
 * read.
 */
const budget = 24_000
const mostOfOne = 6_000
/** Maximum number of names in use, newest first. */
const mostNames = 300
/** Maximum of recently changed lore, if the whole campaign is requested as context. */
const mostNew = 12
/** Maximum of lore that is similar to a question. */
const mostNear = 6
const promptLetters = 1_000

const nearest = `(l.words @@ ${anyWordOfPrompt} or ${inPassages(anyWordOfPrompt)})
  order by 4 * ts_rank(l.headline, ${anyWordOfPrompt}) + ts_rank(l.words, ${anyWordOfPrompt}) + coalesce(${passageRank(anyWordOfPrompt)}, 0) desc, l.id
  limit ${mostNear}`

/** The context of a text, and the requested sources that were omitted. */
export interface Gathered {
  known: Known
  used: UsedSource[]
  omitted: OmittedSource[]
  /** The lore that the text is for. */
  target: { name: string; tags: readonly string[] } | null
}

type Needs = Pick<Deps, 'pool' | 'files' | 'untrusted'> & { handler: Pick<Dispatcher, 'stateOf'> }
type Wanted = WritingContext & { campaignId: string; prompt?: string }
interface Lore {
  id: string
  name: string
  description: string
  tags: string[]
  revision: number
}
type Candidate = Omit<UsedSource, 'revision'> & { revision: number | null; passage: Passage }

/** Lore with such a tag counts as a place. */
const isPlace =
  /^(?:place|location|city|town|village|settlement|tavern|inn|region|district|building|dungeon|landmark|shop|harbou?r|temple)s?$/i

/**
 * Collects the sources that the requester may see, by rank: the text's lore, referenced lore, files, sessions in the
 * Story Vault, lore similar to a question, the campaign, recent lore. Nothing that the requester cannot see reaches the
 * text model, not even names and tags.
 */
export async function gather(wanted: Wanted, viewer: Viewer, needs: Needs): Promise<Gathered> {
  const read = reading(needs.pool)
  const seen = visibleIn(viewer, wanted.campaignId)
  const prompt = wanted.prompt?.slice(0, promptLetters) ?? ''
  const lore = await findLore(read, seen, wanted, prompt)
  const files = await filesOf(wanted, read, needs, viewer)
  const sessions = wanted.storyVault ? await readTranscripts(read, seen, prompt, { isLatestRead: true }) : []
  const campaign = wanted.campaign ? await campaignOf(read, wanted.campaignId) : null
  const toCandidate = async (each: Lore): Promise<Candidate> => ({
    kind: 'lore',
    id: each.id,
    revision: each.revision,
    passage: { title: each.name, text: await wordsOf(each, read, viewer, needs), tags: each.tags },
  })
  const candidates: Candidate[] = []
  for (const each of lore.named) candidates.push(await toCandidate(each))
  candidates.push(...files.candidates)
  for (const { id, ...passage } of sessions)
    candidates.push({ kind: 'transcript', id, revision: null, passage: { ...passage, tags: [] } })
  for (const each of lore.near) candidates.push(await toCandidate(each))
  if (campaign)
    candidates.push({
      kind: 'campaign',
      id: wanted.campaignId,
      revision: null,
      passage: { title: campaign.name, text: campaign.description, tags: [] },
    })
  for (const each of lore.fresh) candidates.push(await toCandidate(each))

  const { taken, left } = withinBudget(candidates)
  const [target] = wanted.targetConjurationId === lore.named[0]?.id ? lore.named : []
  return {
    known: {
      campaign: campaign && taken.some(({ kind }) => kind === 'campaign') ? campaign : null,
      passages: taken.filter(({ kind }) => kind !== 'campaign').map(({ passage }) => passage),
      ...(await readVocabulary(read, seen)),
    },
    used: taken.map(({ kind, id, revision }) => ({ kind, id, revision })),
    omitted: [
      ...lore.unseen.map((id): OmittedSource => ({ kind: 'lore', id, why: 'rights' })),
      ...files.omitted,
      ...left.map(({ kind, id }): OmittedSource => ({ kind, id, why: 'budget' })),
    ],
    target: target ? { name: target.name, tags: target.tags } : null,
  }
}

/**
 * Finds the lore that a text may use: `named` is the requested lore, in that order, and `unseen` the ids of requested
 * lore that the viewer cannot see; `near` is similar to a question; `fresh` changed recently, if the whole campaign is
 * requested.
 */
const findLore = async (read: Read, seen: VisibleTo, wanted: Wanted, prompt: string) => {
  const find = (which: string, values: object) =>
    read<Lore>(
      `select l.id, l.name, l.description, l.tags,
          coalesce((select max(f.revision) from feed f where f.item = l.id::text and f.stream = 'conjurations-' || l.id), 0) as revision
        from conjurations l join access a on a.id = l.id
       where l."campaignId" = @campaignId and l."deletedAt" is null and ${visible} and ${which}`,
      { ...seen, ...values },
    )
  const ids = [...new Set([wanted.targetConjurationId ?? [], wanted.conjurationIds].flat())]
  const found = ids.length > 0 ? await find('l.id = any(@ids::uuid[])', { ids }) : []
  const named = ids.flatMap((id) => found.find((each) => each.id === id) ?? [])
  const unseen = ids.filter((id) => !found.some((each) => each.id === id))
  const near = isQuestion(prompt) ? await find(`l.id <> all(@ids::uuid[]) and ${nearest}`, { ids, prompt }) : []
  const there = [...ids, ...near.map(({ id }) => id)]
  const fresh = wanted.campaign
    ? await find(`l.id <> all(@there::uuid[]) order by l."updatedAt" desc limit ${mostNew}`, { there })
    : []
  return { named, unseen, near, fresh }
}

/** Names, places and tags in use that the viewer sees. */
const readVocabulary = async (read: Read, seen: VisibleTo): Promise<Pick<Known, 'names' | 'places' | 'tags'>> => {
  const all = await read<Pick<Lore, 'name' | 'tags'>>(
    `select l.name, l.tags from conjurations l join access a on a.id = l.id
      where l."campaignId" = @campaignId and l."deletedAt" is null and ${visible}
      order by l."updatedAt" desc limit ${mostNames}`,
    seen,
  )
  return {
    names: all.map(({ name }) => name).filter((name) => name !== ''),
    places: all.filter(({ tags }) => tags.some((tag) => isPlace.test(tag))).map(({ name }) => name),
    tags: [...new Set(all.flatMap(({ tags }) => tags))].slice(0, 100),
  }
}

/** Takes candidates in the order of their rank, cut to `mostOfOne`, if they fit into the remaining budget. */
const withinBudget = (candidates: readonly Candidate[]): { taken: Candidate[]; left: Candidate[] } => {
  const taken: Candidate[] = []
  const left: Candidate[] = []
  let room = budget
  for (const each of candidates) {
    const text = each.passage.text.slice(0, mostOfOne)
    const length = each.passage.title.length + text.length
    if (length > room) left.push(each)
    else {
      taken.push({ ...each, passage: { ...each.passage, text } })
      room -= length
    }
  }
  return { taken, left }
}

/** The description and texts of lore, as far as visible to the viewer. */
const wordsOf = async ({ id, description }: Lore, read: Read, viewer: Viewer, { handler }: Needs): Promise<string> => {
  const items: SegmentItem[] = await segmentItems(read, viewer, { conjurationId: id })
  const stories = items.filter(({ type }) => type === 'STORY').slice(0, 10)
  const contents = await withContents(stories, { read, viewer, handler })
  return [description, ...contents.map(({ title, content }) => `## ${title}\n${content ?? ''}`)]
    .filter(Boolean)
    .join('\n\n')
}

const campaignOf = async (read: Read, id: string) => {
  const [row] = await read<{ name: string; rpgSystemCode: string | null; description: string | null }>(
    'select name, "rpgSystemCode", description from campaigns where id = $1',
    [id],
  )
  return row ? { name: row.name, system: row.rpgSystemCode, description: row.description ?? '' } : null
}

interface File {
  id: string
  name: string
  mime: string
  key: string
}

/** Number of passages from one file: from its beginning, and those that match the prompt best. */
const [firstOfFile, bestOfFile] = [1, 4]

/** Returns passages of the campaign's files, which every member sees. */
const filesOf = async ({ fileIds, campaignId, prompt = '' }: Wanted, read: Read, needs: Needs, { roles }: Viewer) => {
  const words = keywords(prompt.slice(0, promptLetters)).join(' ')
  const candidates: Candidate[] = []
  const omitted: OmittedSource[] = []
  const rows =
    fileIds.length > 0 && roles[campaignId] !== undefined
      ? await read<File>(
          'select id, name, mime, key from campaign_files where id = any($1::uuid[]) and "campaignId" = $2 and "deletedAt" is null',
          [fileIds, campaignId],
        )
      : []
  for (const id of new Set(fileIds)) {
    const file = rows.find((each) => each.id === id)
    if (!file) omitted.push({ kind: 'file', id, why: 'rights' })
    else if ((await ensureFilePassages(needs, file)) !== undefined) omitted.push({ kind: 'file', id, why: 'kind' })
    else {
      const passages = await findFilePassages(needs.pool, [file.key], { words, first: firstOfFile, ranked: bestOfFile })
      const text = passages.map(({ passage }) => passage).join('\n')
      candidates.push({ kind: 'file', id, revision: null, passage: { title: file.name, text, tags: [] } })
    }
  }
  return { candidates, omitted }
}
