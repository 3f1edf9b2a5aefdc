import type { Idea } from '../lexicon.ts'
import type { Plan, Site } from './plan.ts'
import { chapel } from './rooms/chapel.ts'
import { crypt } from './rooms/crypt.ts'
import { hall } from './rooms/hall.ts'
import { hold } from './rooms/hold.ts'
import { library } from './rooms/library.ts'
import { sunken } from './rooms/sunken.ts'
import { tavern } from './rooms/tavern.ts'

export const rooms: Record<Idea<'room'>, (site: Site) => Plan> = {
  tavern,
  hall,
  library,
  crypt,
  hold,
  undersea: sunken,
  chapel,
}
