/** A piece of furniture on a map: its size in squares, whether it blocks walkers or sight, and its light. */
export interface Piece {
  w: number
  h: number
  /** Walkers go around it; by default, they pass over it or next to it. */
  blocks?: true
  /** Blocks the line of sight. */
  opaque?: true
  light?: { bright: number; dim: number; colour: string }
}

const fire = '#ffb050'
const piece = (w: number, h: number, more: Omit<Piece, 'w' | 'h'> = {}): Piece => ({ w, h, ...more })
const solid = (w: number, h: number, more: Omit<Piece, 'w' | 'h'> = {}): Piece => ({ w, h, blocks: true, ...more })
const shining = (bright: number, dim: number, colour = fire) => ({ light: { bright, dim, colour } })

const all = {
  altar: solid(2.2, 1.3),
  anvil: solid(0.8, 0.6),
  bar: solid(4.6, 0.8),
  barrel: solid(0.7, 0.7),
  bed: solid(0.9, 1.8),
  bench: piece(1.5, 0.4),
  blood: piece(0.9, 0.9),
  bone: piece(0.7, 0.7),
  boulder: solid(1.3, 1.1, { opaque: true }),
  brazier: piece(0.6, 0.6, shining(3, 7)),
  bush: piece(1.1, 1.1),
  cage: solid(1.5, 1.5),
  cannon: solid(0.8, 1.4),
  capstan: solid(1, 1),
  cart: solid(1.2, 2),
  cauldron: solid(0.9, 0.9),
  chest: solid(0.8, 0.6),
  circle: piece(2.4, 2.4, shining(1, 3, '#8f7ae0')),
  coffin: solid(0.9, 1.8),
  counter: solid(2, 0.7),
  crate: solid(1.2, 1.2),
  crystal: piece(1, 1, shining(1, 3, '#7fd4e8')),
  desk: solid(1.5, 0.8),
  fire: piece(1.1, 1.1, shining(4, 8)),
  fireplace: solid(2, 0.7, shining(3, 7)),
  forge: solid(1.8, 1.2, shining(3, 7, '#ff8a3a')),
  fountain: solid(1.9, 1.9),
  gravestone: piece(0.7, 0.6),
  grate: piece(1, 1),
  hammock: piece(0.7, 1.7),
  hatch: piece(1.7, 1.7),
  hay: piece(1.4, 1.2),
  lantern: piece(0.4, 0.4, shining(4, 8)),
  lectern: piece(0.6, 0.5),
  log: piece(2.3, 0.6),
  mast: solid(1.1, 1.1),
  mushroom: piece(0.9, 0.9),
  pew: piece(2.2, 0.6),
  pillar: solid(0.9, 0.9, { opaque: true }),
  planks: piece(1.5, 0.9),
  rack: solid(1.6, 0.5),
  rowboat: solid(1.1, 2.5),
  rubble: piece(0.9, 0.9),
  rug: piece(2.4, 1.6),
  sacks: solid(1, 0.9),
  shelf: solid(1.6, 0.6),
  stall: solid(2.2, 1.3),
  statue: solid(1.05, 1.05, { opaque: true }),
  stone: solid(1, 0.8, { opaque: true }),
  stove: solid(1.2, 0.9, shining(1, 3)),
  table: solid(2, 1.9),
  tent: solid(2, 2.1, { opaque: true }),
  throne: solid(1.1, 1.1),
  torch: piece(0.35, 0.35, shining(4, 8)),
  track: piece(1, 0.9),
  trap: piece(1.8, 1.8),
  tree: solid(1.1, 1.1, { opaque: true }),
  trough: solid(1.6, 0.6),
  tub: solid(1.1, 1.1),
  wardrobe: solid(1.2, 0.6),
  web: piece(1.2, 1.2),
  well: solid(1.4, 1.4),
  wheel: solid(0.9, 0.5),
  round: solid(1.8, 1.8),
} satisfies Record<string, Piece>

export type PieceName = keyof typeof all
export const pieces: Readonly<Record<PieceName, Piece>> = all
export const isPiece = (name: string): name is PieceName => Object.hasOwn(pieces, name)
