import { finish } from './finish.ts'
import { glow } from './glow.ts'
import { drawCreature } from './likeness/creature.ts'
import { drawPerson } from './likeness/person.ts'
import { setting } from './likeness/setting.ts'
import type { Stage } from './stage.ts'

/** A face in profile, or a creature: whichever the prompt names first by weight of words. */
export const drawLikeness = (stage: Stage): void => {
  const { scene, w, h } = stage
  stage.sun.y = h * 0.32
  const someone =
    scene.person.length > 0 ||
    scene.kin.some((kin) => kin !== 'undead' || !scene.creature.includes('skull')) ||
    scene.feature.some((feature) => ['female', 'male', 'hood', 'beard', 'old', 'armour', 'helm'].includes(feature))
  const creature = scene.creature.find((idea) => stage.may(idea))
  if (creature && !someone) {
    const ground = setting(stage)
    stage.thing([creature], () => drawCreature(stage, creature, ground), true)
    finish(stage, 0.8)
    return
  }
  const middle = setting(stage)
  stage.thing([...scene.person, ...scene.kin, 'figure'], () => drawPerson(stage, middle), true)
  if (stage.has('mood', 'magical', 'holy')) glow(stage.pen, w / 2, h * 0.4, 480 * stage.u, stage.palette.accent, 0.22)
  finish(stage, 0.62)
}
