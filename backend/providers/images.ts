import type { ImageModel } from '#domain/image-models.ts'
import type { Audience, MapPlan } from '#domain/map-plan.ts'

/** The port of image generators. Adapters live in `images/`; no other module may name a vendor. */
import type { Sidecars } from './sidecars.ts'

export interface PictureRequest {
  /** The model's slug (see `#domain/image-models.ts`). */
  model: string
  prompt: string
  negativePrompt: string
  /** One of the styles that the catalogue entry supports. */
  stylePreset: string | null
  /** Pixels; one of `#domain/image-sizes.ts` sizes. */
  width: number
  height: number
  /** 0 to 4294967294. The same seed and prompt give the same picture if the adapter supports it. */
  seed: number
  /** A picture to follow; `strength` from 1 (hardly) to 100 (closely). */
  reference?: { bytes: Buffer; mime: string; strength: number }
  nsfw: boolean
  signal: AbortSignal
  /** Reports the progress, from 0 to 1, if the provider knows it. */
  progress?: (share: number) => void
}

export interface Picture {
  bytes: Buffer
  mime: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  seed: number
  /** A credit line stored with the picture. */
  madeBy: string
  /** Additional data of the picture, such as a map's plan. */
  sidecars?: Sidecars
}

/**
 * A final refusal by the provider: an outcome to record rather than a fault to retry. `filtered` is the provider's
 * content filter; `refused` any other refusal. `message` is for the requester.
 */
export class ImageRefused extends Error {
  readonly kind: 'filtered' | 'refused'
  constructor(kind: 'filtered' | 'refused', message: string) {
    super(message)
    this.kind = kind
  }
}

/**
 * A busy provider. Like all errors other than `ImageRefused` (network, 5xx), it is retried with back-off until the image's deadline.
 * `retryAfter` is in ms.
 */
export class ProviderBusy extends Error {
  readonly retryAfter: number | undefined
  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** A fault that only the operator can end: a key or an account is wrong. `setting` is the environment variable to check. */
export class ProviderMisconfigured extends Error {
  readonly setting: string
  constructor(setting: string, message: string) {
    super(message)
    this.setting = setting
  }
}

/**
 * A model's reading of a prompt: effective words, words without effect, and slugs of models that would suit it better.
 */
export interface PromptReading {
  understood: string[]
  ignored: string[]
  suits: boolean
  better: string[]
}

/**
 * A plan to print for an audience: prints for players contain nothing secret. `revealed` holds the indices of the visible squares; absent
 * if all are visible.
 */
export interface MapPrintOrder {
  plan: MapPlan
  audience: Audience
  revealed?: ReadonlySet<number>
  /** Crops the print to whole squares, as virtual tabletops require. */
  trimmed?: boolean
}
export interface MapPrint {
  png: Uint8Array
  width: number
  height: number
  /** True if light and shadow are painted into the picture. */
  bakedLighting: boolean
}

export interface Images {
  /** Provider name as shown on the model card, such as `Loreloom Studio`. */
  name: string
  /** The slugs of the models that this adapter draws. */
  models: readonly string[]
  /** Models of this adapter that the operator configured, which our own catalogue does not have. */
  configured?: readonly ImageModel[]
  generate(request: PictureRequest): Promise<Picture>
  /** Reads a prompt immediately and free of charge. Returns undefined for models whose reading is unknown before they draw. */
  read?(words: Pick<PictureRequest, 'model' | 'prompt' | 'negativePrompt'>): PromptReading | undefined
  /** Draws a battle map from its plan; absent in adapters that plan no maps. */
  print?(order: MapPrintOrder): Promise<MapPrint>
  close?(): Promise<void>
}
