import { generationDeadlineMs, generationSlowMs } from '#domain/image-sizes.ts'
import type { ImageRow } from '#projections/images.ts'

type Status = ImageRow['status']

/** Status text of an image, in the specification's words; finished ones have their own. */
export const statusText: Record<Status, string> = {
  IN_QUEUE: 'Image queued for generation',
  IN_PROGRESS: 'Generating...',
  RETRYING: 'Retrying...',
  COMPLETED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

export const slowText = 'This is taking longer than usual. We stop at 3 minutes.'
export const retryRefused =
  'Unable to retry at this time. Our system automatically retries failed generations, so this may indicate a temporary service issue.'
export const cancelledByDeadline =
  'Generation Cancelled: Image generation exceeded 3 minutes and was automatically cancelled'

/**
 * Milliseconds since the current wait began, limited to the deadline and never negative: clocks differ between
 * machines.
 */
export const waited = ({ requestedAt }: Pick<ImageRow, 'requestedAt'>, now: number): number =>
  Math.min(Math.max(now - Date.parse(requestedAt), 0), generationDeadlineMs)

export const isSlow = (row: Pick<ImageRow, 'requestedAt' | 'generating'>, now: number): boolean =>
  row.generating && waited(row, now) >= generationSlowMs

/** Limits of the shown progress by status; a retry after a provider's failure falls back. */
const reach: Record<Status, number> = {
  IN_QUEUE: 0,
  IN_PROGRESS: 0.94,
  RETRYING: 0.3,
  COMPLETED: 1,
  FAILED: 0,
  CANCELLED: 0,
}

/** Share of the image to show as woven, 0 to 1: an estimate that slows down and never reaches 1. */
export const woven = (row: Pick<ImageRow, 'requestedAt' | 'status'>, now: number): number =>
  reach[row.status] * (1 - Math.exp(-waited(row, now) / 25_000))

/** Group of each status in the summary. */
const groupOf: Record<Status, 'done' | 'on the loom' | 'cancelled' | 'failed'> = {
  COMPLETED: 'done',
  IN_QUEUE: 'on the loom',
  IN_PROGRESS: 'on the loom',
  RETRYING: 'on the loom',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
}

/** Summarises the statuses: `2 done, 3 on the loom, 1 cancelled, 1 failed`; empty groups are omitted. */
export const tally = (rows: readonly Pick<ImageRow, 'status'>[]): string =>
  (['done', 'on the loom', 'cancelled', 'failed'] as const)
    .map((what) => [rows.filter(({ status }) => groupOf[status] === what).length, what] as const)
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
