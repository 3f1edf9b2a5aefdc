import type { MapPlan } from '#domain/map-plan.ts'
import type { ModelCrop, ModelShape, ModelSize } from '#domain/model-words.ts'
import type { Things } from '../../studio/things.ts'

/**
 * What the product needs from anything that makes 3D models. Adapters live in `models/`; nothing else may name a vendor. Refusals and faults are
 * those of `images.ts`: `ImageRefused` (final; `message` is for the user), `ProviderBusy` (retried), `ProviderMisconfigured`.
 */

/** `seed` is 0 to 4294967295: the same request with the same seed gives the same bytes where the adapter can promise it. */
export type ModelRequest = { size: ModelSize; seed: number } & (
  | {
      kind: 'prompt'
      prompt: string
      /** Engraved on the base; without it, a name that the prompt quotes or gives ('named …', 'called …'). */
      name?: string
    }
  | {
      kind: 'image'
      /** PNG, JPEG or WebP, of at most 50 million pixels. */
      image: Buffer
      /** Part of it; all of it without. */
      crop?: ModelCrop
      as: ModelShape
      /** What players may know of a map, for its terrain; without it, heights are guessed from light and dark. */
      plan?: MapPlan
      /** What the studio drew where, for the outline of the subject. */
      things?: Things
      name?: string
    }
)

/** How far the work is, from 0 to 1, and what it does, for the user. */
export interface ModelProgress {
  share: number
  stage: string
}

export interface WorkOptions {
  onProgress?: (progress: ModelProgress) => void
  /** An abort ends the work, also while it runs, and rejects with an AbortError. */
  signal?: AbortSignal
}

/** The paid task of a model at a vendor, which outlives the process that began it. */
export interface TaskMemory {
  /** The latest task that an earlier attempt began, in the adapter's own words; null without one. */
  begun: string | null
  /** Resolves when the task is stored. Called before its result is waited for. */
  store(task: string): Promise<unknown>
  /** True where an aborted signal ends the wait only, since another process will go on waiting for the task. */
  isKept(): boolean
}

export interface SculptOptions extends WorkOptions {
  /** Without it, each attempt begins a task of its own. */
  tasks?: TaskMemory
}

export interface ModelReport {
  triangles: number
  /** Width, height and depth in mm, base included. */
  sizeMm: { width: number; height: number; depth: number }
  /** The share of the surface, from 0 to 1, that leans by more than 45 degrees and needs support in print. */
  overhang: number
  /** Sentences for the user, such as parts that a printer would lose. */
  warnings: string[]
}

interface ModelPreview {
  side: 'hero' | 'front' | 'right' | 'back' | 'left'
  png: Buffer
  /** Pixels. */
  width: number
  height: number
}

export interface SculptedModel {
  /** GLB 2.0 without textures or external addresses: one node that scales mm to metres, y up, colours as COLOR_0. */
  glb: Buffer
  report: ModelReport
  /** The hero first; PNG on a transparent ground. */
  previews: ModelPreview[]
  /** A sentence that states how it was made. */
  madeBy: string
}

/** What a provider makes of a prompt. */
export interface ModelReading {
  /** False where nothing can be made of it: refuse the request before anything is charged, with `hint`. */
  isUnderstood: boolean
  /** Words that the model will show, as written, and words that change nothing. */
  understood: string[]
  ignored: string[]
  /** What to write instead, for the user, where it is not understood. */
  hint?: string
}

export interface ModelProvider {
  /** As shown to users, such as `Loreloom Studio`. */
  name: string
  fromPrompt: boolean
  /** What pictures become, the default one first; empty where pictures are not accepted. */
  shapes: readonly ModelShape[]
  /** Pure, immediate and free of charge; absent where the provider takes any prompt. */
  read?(prompt: string): ModelReading
  sculpt(request: ModelRequest, options?: SculptOptions): Promise<SculptedModel>
}

export type ModelFormat = 'stl' | '3mf' | 'obj'

interface ConversionRequest {
  format: ModelFormat
}

export interface ConvertedModel {
  bytes: Buffer
  mime: 'model/stl' | 'model/3mf' | 'model/obj'
  report: {
    triangles: number
    /** Whether the mesh was not closed or not manifold, and was mended. */
    repaired: boolean
    /** Sentences for the user on what was mended or is left. */
    notes: string[]
  }
}

/** GLB in, printable file out; in the child process for untrusted input. Throws `InputRefused` for what cannot be read. */
export type ConvertModel = (glb: Buffer, request: ConversionRequest, options?: WorkOptions) => Promise<ConvertedModel>
