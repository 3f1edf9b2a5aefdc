import type { Viewer } from '#domain/access.ts'
import type { ConjurationChange } from '#projections/conjuration-answers.ts'
import type { Read } from '../../http/snapshot.ts'
import { namesOf } from '../texts/names.ts'
import { sittingsOf, type TextFrom, type TextSitting } from '../texts/sittings.ts'
import { type Picture, type PictureLine, pictureLines, picturesOf } from './pictures.ts'
import { type Section, type SectionLine, sectionLines, sectionsOf } from './sections.ts'

/**
 * One page of the history of a lore item besides its own fields: its sections, its pictures, and edits of its texts.
 */

interface Positioned {
  position: string
}
interface Source<Row extends Positioned> {
  /** Newest first. */
  rows: readonly Row[]
  isMore: boolean
}

const newestFirst = (a: Positioned, b: Positioned) => Number(BigInt(b.position) - BigInt(a.position))

/**
 * Merges lists, newest first. Below the last row of a list that was read only in part, rows of the other lists are omitted, since unread
 * rows of that list may be newer.
 */
export const newestOf = <Row extends Positioned>(
  sources: readonly Source<Row>[],
  limit: number,
): { rows: Row[]; next: string | null } => {
  const floor = sources.reduce((highest, { rows, isMore }) => {
    const last = isMore ? BigInt(rows.at(-1)?.position ?? 0) : 0n
    return last > highest ? last : highest
  }, 0n)
  const all = sources.flatMap(({ rows }) => rows)
  const rows = all
    .filter(({ position }) => BigInt(position) >= floor)
    .toSorted(newestFirst)
    .slice(0, limit)
  const isMore = rows.length < all.length || sources.some(({ isMore }) => isMore)
  return { rows, next: isMore ? (rows.at(-1)?.position ?? null) : null }
}

const untouched = { fields: {}, previous: {} }

const ofSection = (
  line: SectionLine,
  sections: ReadonlyMap<string, Section>,
  name: string | null,
  acting: string | null,
) => {
  const section = sections.get(line.sectionId)
  const { revision, position, at, type, actorId, previousTitle } = line
  const { title, operationId } = line.data as { title?: string; operationId?: string }
  const isRestorable = type === 'SegmentDeleted' && section?.mayWrite === true && section.deletedIn === operationId
  return {
    revision,
    position,
    at,
    type,
    actorId,
    ...untouched,
    actorName: name,
    impersonatorName: acting,
    section: {
      id: line.sectionId,
      type: section?.type ?? 'STORY',
      title: title ?? section?.title ?? '',
      ...(previousTitle !== null && { previousTitle }),
      ...(isRestorable && operationId !== undefined && { restorable: operationId }),
    },
  } satisfies ConjurationChange
}

const ofPicture = (
  { pictureId, revision, position, at, type, actorId }: PictureLine,
  pictures: ReadonlyMap<string, Picture>,
  name: string | null,
  acting: string | null,
) => {
  const { name: title = null, isDeleted = true } = pictures.get(pictureId) ?? {}
  return {
    revision,
    position,
    at,
    type,
    actorId,
    ...untouched,
    actorName: name,
    impersonatorName: acting,
    picture: { id: pictureId, name: title, isDeleted },
  } satisfies ConjurationChange
}

const ofText = (
  { textId: id, position, writers, ...sitting }: TextSitting,
  sections: ReadonlyMap<string, Section>,
  names: ReadonlyMap<string, string>,
) => {
  const section = sections.get(id)
  const [actorId = ''] = writers
  return {
    revision: sitting.revision,
    position,
    at: sitting.endedAt,
    type: 'TextChanged',
    actorId,
    ...untouched,
    actorName: names.get(actorId) ?? null,
    impersonatorName: null,
    text: {
      ...sitting,
      id,
      title: section?.title ?? null,
      isThere: section?.deletedIn == null,
      writers: writers.map((userId) => ({ userId, name: names.get(userId) ?? null })),
    },
  } satisfies ConjurationChange
}

interface PageOptions {
  /** The log position at which the reader's history of the lore itself begins. */
  position: string
  before: string
  limit: number
}

/** Events of the sections, pictures and texts of lore that a reader sees, from where each history begins for that reader. */
export const contentChanges = async (
  read: Read,
  viewer: Viewer,
  id: string,
  { position, before, limit }: PageOptions,
): Promise<Source<ConjurationChange>[]> => {
  const sections = await sectionsOf(read, viewer, id)
  const stories = sections.filter(({ type }) => type === 'STORY')
  const texts: TextFrom[] = [{ id, position }, ...stories]
  const pictures = await picturesOf(read, viewer, id)
  const [lines, pictured, sittings] = await Promise.all([
    sectionLines(read, id, sections, { before, limit: limit + 1 }),
    pictureLines(read, pictures, { before, limit: limit + 1 }),
    sittingsOf(read, texts, { beforePosition: before, limit: limit + 1 }),
  ])
  const people = [
    ...[...lines, ...pictured].flatMap(({ actorId, impersonatorId }) => [actorId, impersonatorId ?? '']),
    ...sittings.flatMap(({ writers }) => writers),
  ]
  const names = await namesOf(read, people)
  const sectionOf = new Map(sections.map((section) => [section.id, section]))
  const pictureOf = new Map(pictures.map((picture) => [picture.id, picture]))
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? null))
  const page = <Row>(rows: readonly Row[]) => ({ rows: rows.slice(0, limit), isMore: rows.length > limit })
  return [
    page(lines.map((line) => ofSection(line, sectionOf, nameOf(line.actorId), nameOf(line.impersonatorId)))),
    page(pictured.map((line) => ofPicture(line, pictureOf, nameOf(line.actorId), nameOf(line.impersonatorId)))),
    page(sittings.map((sitting) => ofText(sitting, sectionOf, names))),
  ]
}
