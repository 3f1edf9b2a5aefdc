import { egg, eye, orb } from './globes.ts'
import { bell, hourglass } from './instruments.ts'
import { candle, lantern } from './lights.ts'
import { fungus } from './mushroom.ts'
import { chalice, potion, vase } from './vessels.ts'

/** What a lathe makes, by the name of the item. */
export const turned = { bell, potion, chalice, candle, vase, orb, egg, eye, hourglass, lantern, mushroom: fungus }
export type TurnedName = keyof typeof turned
export const turnedNames: ReadonlySet<string> = new Set(Object.keys(turned))
