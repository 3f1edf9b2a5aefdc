import { finish } from './finish.ts'
import { drawCreature } from './likeness/creature.ts'
import { person } from './likeness/person.ts'
import { lightingOf, poseOf } from './likeness/pose.ts'
import { setting } from './likeness/setting.ts'
import { render } from './sculpt/render.ts'
import type { Stage } from './stage.ts'

/** A face, or a creature: whichever the prompt names first by weight of words. */
export const drawLikeness = (stage: Stage): void => {
  const { scene, h } = stage
  stage.sun.y = h * 0.32
  const someone =
    scene.person.length > 0 ||
    scene.kin.some((kin) => kin !== 'undead' || !scene.creature.includes('skull')) ||
    scene.feature.some((feature) => ['female', 'male', 'hood', 'beard', 'old', 'armour', 'helm'].includes(feature))
  const creature = scene.creature.find((idea) => stage.may(idea))
  const ground = setting(stage)
  if (creature && !someone) {
    stage.thing([creature], () => drawCreature(stage, creature, ground), true)
    finish(stage, 0.8)
    return
  }
  const model = person(stage)
  stage.thing(
    [...scene.person, ...scene.kin, 'figure'],
    () => render(stage, model, poseOf(stage), lightingOf(stage)),
    true,
  )
  finish(stage, 0.5)
}
