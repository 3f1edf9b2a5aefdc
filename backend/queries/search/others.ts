import type { Viewer } from '#domain/access.ts'
import type { Found } from '#projections/answers.ts'
import { planEachTime, type Read } from '../../http/snapshot.ts'
import { contains } from '../page.ts'
import { editable, visible, visibleAs, visibleIn } from '../visible.ts'
import { mistypedLikeness, requireLikeness } from './likeness.ts'
import { evaluateOnce, placeOf, textQuery, wordParameters } from './words.ts'

/** Maximum number of folders, of pictures, and of sessions; lore fills the rest of an answer. */
const mostOfKind = 8

type Row = Omit<Found, 'kind' | 'tags' | 'description'>
type PictureRow = Row & { description: string }

const selectFolders = `select c.id, c.name, c."updatedAt", c.visibility, null as "imageUri"
  from collections c where c."campaignId" = @campaignId and c."deletedAt" is null and ${visibleAs('c')}`

/** The prompt of a picture, for viewers who may edit it. */
const prompt = `case when ${editable} then coalesce(i.prompt, '') else '' end`
/** The name of a picture or, if it has none, the beginning of its prompt. */
const named = `coalesce(nullif(i.name, ''), nullif(left(${prompt}, 60), ''), 'Untitled image')`
const selectPictures = `select i.id, i.type, ${named} as name, i."createdAt" as "updatedAt", a.visibility, i.uri as "imageUri",
    case when coalesce(i.name, '') = '' then '' else ${prompt} end as description
  from images i join access a on a.id = i.id
  where i."campaignId" = @campaignId and i."deletedAt" is null and i.uri is not null and ${visible}`

/** Finds recaps and transcripts by their title, or by a line that contains every word. */
const findSessions = async (
  read: Read,
  values: ReturnType<typeof visibleIn>,
  words: readonly string[],
): Promise<Found[]> => {
  const { written: said } = evaluateOnce(textQuery(words))
  const isTitled = words.map((_, n) => `public.plain(t.title) like ${patternOf(n)}`).join(' and ') || 'true'
  // PostgreSQL does not sort by a constant.
  const titledFirst = words.length > 0 ? `(${isTitled}) desc,` : ''
  const line = `(select s.text from transcript_lines s where s."transcriptId" = t.id and s.words @@ ${said} order by s.n limit 1)`
  const found = `or exists (select from transcript_lines s where s."transcriptId" = t.id and s.words @@ ${said})`
  const rows = await read<Row & { description: string }>(
    `select t.id, t.title as name, t."createdAt" as "updatedAt", t.visibility, null as "imageUri", left(coalesce(${line}, ''), 300) as description
     from transcripts t join access a on a.id = t.id
     where t."campaignId" = @campaignId and t."deletedAt" is null and ${visible} and (${isTitled} ${found})
     order by ${titledFirst} t."createdAt" desc, t.id limit ${mostOfKind}`,
    values,
  )
  return rows.map((row): Found => ({ ...row, kind: 'SESSION', tags: [] }))
}

/** The parameter of the nth word's pattern. */
const patternOf = (n: number) => `@pattern${n}`

/** SQL conditions on a row for the nth word; columns are without accents and case, as words are. */
interface Conditions {
  has(n: number): string
  isLike(n: number): string
}

const isLike = (n: number, column: string) =>
  `(${placeOf(n)} <% ${column} and word_similarity(${placeOf(n)}, ${column}) >= ${mistypedLikeness})`

const onFolder: Conditions = {
  has: (n) => `c.typed like ${patternOf(n)}`,
  isLike: (n) => isLike(n, 'c.typed'),
}

// Only editors may find a picture by its prompt, since a hit would reveal the prompt's words to others.
const onPicture: Conditions = {
  has: (n) => `(i.typed like ${patternOf(n)} or (i.prompted like ${patternOf(n)} and ${editable}))`,
  isLike: (n) =>
    `(${isLike(n, 'i.typed')} or (coalesce(i.name, '') = '' and ${isLike(n, 'i.prompted')} and ${editable}))`,
}

/**
 * Finds folders, pictures and sessions of a campaign that the viewer sees and that contain every word, newest first. If no folder or no
 * picture does, finds those whose names are similar to the words that they lack, since the words may have typing mistakes.
 */
export async function findOthers(
  read: Read,
  viewer: Viewer,
  campaignId: string,
  words: readonly string[],
): Promise<Found[]> {
  const patterns = Object.fromEntries(words.map((word, n) => [patternOf(n).slice(1), contains(word)]))
  const values = { ...visibleIn(viewer, campaignId), ...wordParameters(words), ...patterns }
  const find = async <R extends Row>(select: string, { has, isLike }: Conditions, order: string): Promise<R[]> => {
    const matching = (condition: (n: number) => string) =>
      read<R>(
        `${select} ${words.map((_, n) => `and ${condition(n)}`).join(' ')} order by ${order} desc limit ${mostOfKind}`,
        values,
      )
    const found = await matching(has)
    if (found.length > 0 || words.length === 0) return found
    const [, , similar] = await Promise.all([
      planEachTime(read),
      requireLikeness(read, mistypedLikeness),
      matching((n) => `(${has(n)} or ${isLike(n)})`),
    ] as const)
    return similar
  }
  // A common word is found along the newest rows, a rare one by its trigrams: the plan depends on the word.
  const [, folders, pictures, sessions] = await Promise.all([
    planEachTime(read),
    find<Row>(selectFolders, onFolder, 'c."updatedAt"'),
    find<PictureRow>(selectPictures, onPicture, 'i."createdAt"'),
    findSessions(read, values, words),
  ])
  return [
    ...folders.map((row): Found => ({ ...row, kind: 'FOLDER', description: '', tags: [] })),
    ...pictures.map((row): Found => ({ ...row, kind: 'IMAGE', tags: [] })),
    ...sessions,
  ]
}
