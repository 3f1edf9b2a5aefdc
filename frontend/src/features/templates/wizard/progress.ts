import type { GenerationRow } from '#projections/generations.ts'
import type { ImageRow } from '#projections/images.ts'

export interface Stage {
  name: string
  state: 'done' | 'now' | 'waiting' | 'failed'
  /** Duration of the stage in milliseconds. */
  took: number | null
}

type Written = Pick<GenerationRow, 'status' | 'requestedAt' | 'startedAt' | 'writtenAt' | 'endedAt'>
type Picture = Pick<ImageRow, 'generating' | 'failed' | 'uri'>

const between = (from: string | null, to: string | null) =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from))

/** Returns true when the text, and the image if requested, are finished or failed. */
export const isOver = ({ status }: Pick<GenerationRow, 'status'>, withImage: boolean, picture?: Picture): boolean => {
  if (status === 'FAILED' || status === 'CANCELLED') return true
  if (status !== 'COMPLETED') return false
  return !withImage || (picture !== undefined && !picture.generating)
}

/** The steps as the server reports them: three, and two more with a picture. `hasPicture` is false where none was made after all. */
export const stagesOf = (
  row: Written,
  withImage: boolean,
  picture: Picture | undefined,
  hasPicture: boolean,
): Stage[] => {
  const { status, requestedAt, startedAt, writtenAt, endedAt } = row
  const isDead = status === 'FAILED' || status === 'CANCELLED'
  const reached = {
    QUEUED: 0,
    WRITING: 1,
    WRITTEN: 2,
    COMPLETED: 3,
    FAILED: startedAt ? 1 : 0,
    CANCELLED: startedAt ? 1 : 0,
  }[status]
  const stage = (n: number, name: string, took: number | null): Stage => ({
    name,
    state: n < reached ? 'done' : n > reached ? 'waiting' : isDead ? 'failed' : 'now',
    took: n < reached ? took : null,
  })
  const text = [
    stage(0, 'Analyzing template', between(requestedAt, startedAt)),
    stage(1, 'Generating content', between(startedAt, writtenAt)),
    stage(2, 'Adding to collection', between(writtenAt, endedAt)),
  ]
  if (!withImage) return text
  const isThere = status === 'COMPLETED'
  const hasFailed = isThere && (!hasPicture || picture?.failed === true)
  const isDrawn = isThere && picture?.uri != null
  const drawing = !isThere ? 'waiting' : hasFailed ? 'failed' : isDrawn ? 'done' : 'now'
  return [
    ...text,
    { name: 'Generating image', state: drawing, took: null },
    { name: 'Finalizing', state: isDrawn ? 'done' : 'waiting', took: null },
  ]
}
