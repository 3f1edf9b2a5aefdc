import type { ConjurationChange } from '#projections/conjuration-answers.ts'
import { pauseMs, type Sitting, sittings } from './sittings.ts'

export type SectionChange = ConjurationChange & { section: NonNullable<ConjurationChange['section']> }
export type PictureChange = ConjurationChange & { picture: NonNullable<ConjurationChange['picture']> }
type TextChange = ConjurationChange & { text: NonNullable<ConjurationChange['text']> }

/** An entry in the history of a page. */
export type TimelineEntry =
  | { kind: 'sitting'; sitting: Sitting }
  | { kind: 'section'; change: SectionChange }
  | { kind: 'picture'; change: PictureChange }
  | { kind: 'text'; change: TextChange }

const isOfSection = (change: ConjurationChange): change is SectionChange => change.section !== undefined
const isOfPicture = (change: ConjurationChange): change is PictureChange => change.picture !== undefined
const isOfText = (change: ConjurationChange): change is TextChange => change.text !== undefined

/** Returns true if the same user moved the same section again soon after: only the last such move is listed. */
const isMovedOn = (later: TimelineEntry | undefined, { type, section, actorId, at }: SectionChange) =>
  later?.kind === 'section' &&
  type === 'SegmentMoved' &&
  later.change.type === type &&
  later.change.section.id === section.id &&
  later.change.actorId === actorId &&
  Date.parse(later.change.at) - Date.parse(at) < pauseMs

/** Converts changes to entries, both newest first. Consecutive changes of the lore itself are grouped into sittings. */
export const timelineOf = (changes: readonly ConjurationChange[]): TimelineEntry[] => {
  const entries: TimelineEntry[] = []
  let ofLore: ConjurationChange[] = []
  const gather = () => {
    entries.push(...sittings(ofLore).map((sitting) => ({ kind: 'sitting' as const, sitting })))
    ofLore = []
  }
  for (const change of changes) {
    if (!isOfSection(change) && !isOfPicture(change) && !isOfText(change)) {
      ofLore.push(change)
      continue
    }
    gather()
    if (isOfPicture(change)) entries.push({ kind: 'picture', change })
    else if (isOfText(change)) entries.push({ kind: 'text', change })
    else if (!isMovedOn(entries.at(-1), change)) entries.push({ kind: 'section', change })
  }
  gather()
  return entries
}
