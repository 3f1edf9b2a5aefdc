import { enjoys, isBacker } from '#domain/entitlements.ts'
import { modelCosts } from '#domain/model-words.ts'
import type { ModelRow } from '#projections/models.ts'
import { type Me, selectEntitlements, today } from '../../data/me.ts'

/** The source of a model, on which its price depends. */
export type ModelSource = keyof typeof modelCosts

export const modelName = ({ name }: Pick<ModelRow, 'name'>): string => name || 'Unnamed Model'

/** Text of each status. */
export const statusText: Record<ModelRow['status'], string> = {
  GENERATING: 'Generating',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
}

export const formatModels = (count: number): string => `${count.toLocaleString('en')} model${count === 1 ? '' : 's'}`

/** A rendered picture about `width` pixels wide: its thumbnails are 320, 640 and 1280 pixels wide. */
export const previewAt = ({ renderedImageUri }: Pick<ModelRow, 'renderedImageUri'>, width: 320 | 640): string | null =>
  renderedImageUri && `${renderedImageUri}?w=${width}`

/** Credits that a model costs this user. */
export const costFor = (me: Me, source: ModelSource): number =>
  enjoys(selectEntitlements(me), 'generateModelsFree', today()) ? 0 : modelCosts[source]

export const mayGenerate = (me: Me): boolean => enjoys(selectEntitlements(me), 'generateModels', today())
export const mayDownloadStl = (me: Me): boolean => enjoys(selectEntitlements(me), 'downloadStl', today())
export const mayRequestQuotes = (me: Me): boolean => enjoys(selectEntitlements(me), 'quoteMinis', today())
export const isAnyBacker = (me: Me): boolean => isBacker(selectEntitlements(me))

export const insufficient = (source: ModelSource, needed: number, available: number): string =>
  source === 'image'
    ? `You need ${needed} credits to generate a 3D model from an image, but you only have ${available}.`
    : `You need ${needed} credits to generate a 3D model from text, but you only have ${available}.`

/** Share of a model to show as done, 0 to 1, where no progress was reported: an estimate that never reaches 1. */
export const estimateShare = ({ createdAt }: Pick<ModelRow, 'createdAt'>, now: number): number =>
  0.94 * (1 - Math.exp(-elapsedSince(createdAt, now) / 60_000))

/** Milliseconds; never negative, because clocks differ between machines. */
export const elapsedSince = (at: string, now: number): number => Math.max(0, now - Date.parse(at))
