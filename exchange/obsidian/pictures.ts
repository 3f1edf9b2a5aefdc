import { Rejection } from '#domain/decider.ts'
import type { ArchiveFile } from '../archive.ts'
import { importLimits, type PlannedPicture, type ProblemList, type packParts } from '../plan.ts'
import { baseOf } from './folders.ts'
import type { Targets } from './links.ts'
import { convertMarkdown } from './markup.ts'
import { coverOf, type Note, propertiesOf } from './notes.ts'
import { splitSecrets } from './secrets.ts'

export interface Picture {
  file: ArchiveFile
  id: string
  /** The page that owns it: the first one that shows it to its readers, otherwise one with a section for DMs that shows it. */
  shownBy: { note: Note; isForDms: boolean } | undefined
}

export const nameLimit = 255
const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20)

/** Orders published pages before others, and hidden pages last. */
const readersFirst = (notes: readonly Note[]): Note[] => {
  const rank = ({ matter }: Note) => (matter.isHidden ? 2 : matter.isPublished ? 0 : 1)
  return notes.toSorted((a, b) => rank(a) - rank(b))
}

/** The pictures that the text of a page shows to its readers. */
export type ShownPictures = ReadonlyMap<Note, ReadonlySet<Picture>>

/** Assigns each picture to the page that owns it, before pages are converted. Returns the pictures that the text of each page shows. */
export const claimPictures = (notes: readonly Note[], pictures: Targets<Picture>): ShownPictures => {
  const shown = new Map<Note, Set<Picture>>()
  const ignore = () => undefined
  for (const note of readersFirst(notes)) {
    if (note.isPlain) continue
    const claim = (name: string, isForDms: boolean) => {
      const found = pictures.find(name, note.path)
      if (found === undefined || found === 'ambiguous') return undefined
      if (!found.shownBy || (found.shownBy.isForDms && !isForDms)) found.shownBy = { note, isForDms }
      return found
    }
    const ofText = new Set<Picture>()
    shown.set(note, ofText)
    const picture = (name: string, isForDms: boolean) => {
      const found = claim(name, isForDms)
      if (found && !isForDms) ofText.add(found)
      return undefined
    }
    const context = { picture, page: ignore, onTag: ignore, onMissing: ignore, onRemote: ignore, onNote: ignore }
    const cover = coverOf(note)
    if (cover) claim(cover, false)
    const passages = [...splitSecrets(note.body), { isForDms: false, markdown: propertiesOf(note.matter) }]
    for (const { markdown, isForDms } of passages) convertMarkdown(markdown, context, isForDms)
  }
  return shown
}

interface Destination {
  parts: ReturnType<typeof packParts>
  storeFull: () => Promise<void>
  indexOf: (note: Note) => number | null
}

/** Packs the pictures that a page shows, and reports all others. */
export const readPictures = async (
  all: readonly Picture[],
  problems: ProblemList,
  { parts, storeFull, indexOf }: Destination,
) => {
  const pictures: PlannedPicture[] = []
  const placeOf = new Map<Picture, number>()
  for (const picture of all) {
    const { file, id, shownBy } = picture
    if (file.size > importLimits.pictureBytes) {
      problems.add('left', file.path, `It is larger than ${megabytes(importLimits.pictureBytes)} MB.`)
      continue
    }
    if (!shownBy) {
      problems.add('left', file.path, 'No page shows it.')
      continue
    }
    const bytes = await file.read().catch((error: unknown) => {
      if (error instanceof Rejection) throw error
      problems.add('left', file.path, 'It is damaged.')
      return undefined
    })
    if (!bytes) continue
    if (shownBy.isForDms)
      problems.add('noted', file.path, 'Only a section for DMs shows it, so that only you see the picture.')
    placeOf.set(picture, pictures.length)
    const page = shownBy.isForDms ? null : indexOf(shownBy.note)
    pictures.push({ id, path: file.path, name: baseOf(file.path).slice(0, nameLimit), page, blob: parts.add(bytes) })
    await storeFull()
  }
  return { pictures, placeOf }
}
