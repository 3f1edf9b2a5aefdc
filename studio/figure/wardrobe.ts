import { mix, type Rgb } from '../colour.ts'

/** Clothes of a person, and their colours. */
export interface Wardrobe {
  top: 'tunic' | 'plate' | 'mail' | 'bare' | 'robe' | 'doublet' | 'coat' | 'leather' | 'dress'
  legs: 'trousers' | 'plate' | 'bare' | 'wrapped'
  cloak: boolean
  tabard: boolean
  apron: boolean
  fur: boolean
  belt: boolean
  gloves: boolean
  boots: Rgb
  trousers: Rgb
  leather: Rgb
  skin: Rgb
  cloth: Rgb
  /** A second cloth: cloaks, tabards, linings. */
  second: Rgb
  trim: Rgb
  metal: Rgb
  female: boolean
  /** Shape of both sleeves; 'none' leaves the arms bare. */
  sleeves: 'wide' | 'tight' | 'none' | 'puffed'
}

export const darker = (colour: Rgb, by = 0.3): Rgb => mix(colour, [12, 8, 10], by)
