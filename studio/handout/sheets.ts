import type { Idea } from '../lexicon.ts'
import { chart } from './chart.ts'
import { deed } from './sheets/deed.ts'
import { letterSheet } from './sheets/letter.ts'
import type { Sheet } from './sheets/sheet.ts'
import { wanted } from './sheets/wanted.ts'

const mapSheet: Sheet = (stage, paper, { quoted, name }) =>
  chart(stage, paper, quoted.length ? quoted : name ? [name] : [])

export const sheets: Record<Idea<'paper'>, Sheet> = { wanted, letter: letterSheet, map: mapSheet, deed }
