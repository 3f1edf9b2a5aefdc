import type { MapPlan } from '#domain/map-plan.ts'
import type { ModelCrop, ModelShape, ModelSize } from '#domain/model-words.ts'
import type { Things } from '../../studio/things.ts'

/**
 * The port of 3D model generators. Adapters live in `models/`; no other module may name a vendor. Refusals and faults are those of
 * `images.ts`: `ImageRefused` (final; `message` is for the user), `ProviderBusy` (retried), `ProviderMisconfigured`.
 */

/** `seed` is 0 to 4294967295: the same request with the same seed gives the same bytes if the adapter supports it. */
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
      /** Part of the image; absent for all of it. */
      crop?: ModelCrop
      as: ModelShape
      /** The part of a map's plan that players may know, for its terrain; without it, heights are guessed from light and dark. */
      plan?: MapPlan
      /** Things that the studio drew, with their places, for the outline of the subject. */
      things?: Things
      name?: string
    }
)

/** Progress of the work: its share from 0 to 1, and a description of the current stage for the user. */
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
  /** The latest task that an earlier attempt began, in the adapter's own format; null without one. */
  begun: string | null
  /** Stores a task. Adapters await this before they wait for the task's result. */
  store(task: string): Promise<unknown>
  /** True if an abort ends only the wait and must not cancel the task, since another process continues to wait for it. */
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

/** A provider's reading of a prompt. */
export interface ModelReading {
  /** False if no model can be made of the prompt: callers then refuse the request with `hint`, before anything is charged. */
  isUnderstood: boolean
  /** Words that the model will show, as written, and words that change nothing. */
  understood: string[]
  ignored: string[]
  /** A suggestion for the user if the prompt is not understood. */
  hint?: string
}

export interface ModelProvider {
  /** As shown to users, such as `Loreloom Studio`. */
  name: string
  fromPrompt: boolean
  /** Shapes that can be made of pictures, the default one first; empty if pictures are not accepted. */
  shapes: readonly ModelShape[]
  /** Pure, immediate and free of charge; absent if the provider accepts any prompt. */
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
    /** True if the mesh was not closed or not manifold, and was mended. */
    repaired: boolean
    /** Sentences for the user on what was mended or is left. */
    notes: string[]
  }
}

/** Converts a GLB to a printable file, in the child process for untrusted input. Throws `InputRefused` if it cannot be read. */
export type ConvertModel = (glb: Buffer, request: ConversionRequest, options?: WorkOptions) => Promise<ConvertedModel>
