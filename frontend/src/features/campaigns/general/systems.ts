import { defaultRpgSystem } from '#domain/campaign-words.ts'

/** Offered while typing; any other may be written. */
export const rpgSystems = [
  defaultRpgSystem,
  'Pathfinder',
  'Call of Cthulhu',
  'Blades in the Dark',
  'Warhammer Fantasy',
  'Shadowdark',
  'Dungeon Crawl Classics',
  'Daggerheart',
  'Old-School Essentials',
  'Savage Worlds',
  'Vampire: The Masquerade',
  'Starfinder',
  'GURPS',
  'Fate',
  'Homebrew',
]
