import type { Rgb } from '../colour.ts'
import type { Material } from '../relief/material.ts'

/** Draws a path in relief. Coordinates lie in the box from -1 to 1 that the shield fills. */
export type Cast = (
  d: string,
  colour: Rgb,
  bevel: number,
  material: Material,
  clip?: string,
  grain?: (x: number, y: number) => number,
) => void
