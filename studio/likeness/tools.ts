import type { Path2D } from '@napi-rs/canvas'
import type { Rgb } from '../colour.ts'
import type { Material } from '../relief/material.ts'
import type { Pen, Stage } from '../stage.ts'
import type { Sitter } from './sitter.ts'

/** What the parts of a portrait draw with: `cast` gives relief, `flat` draws as it is, both in the sitter's own box. */
export interface Tools {
  cast: (
    d: string | Path2D,
    colour: Rgb,
    bevel: number,
    material: Material,
    grain?: (x: number, y: number) => number,
  ) => void
  flat: (draw: (pen: Pen) => void) => void
  sitter: Sitter
  hairGrain: (x: number, y: number) => number
  weave: (x: number, y: number) => number
  ink: Rgb
  stage: Stage
}
