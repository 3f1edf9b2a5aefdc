import { type BeastName, beasts } from './beasts.ts'
import { css, mix } from './colour.ts'
import { hideOf } from './creatures/hide.ts'
import { creatures } from './creatures.ts'
import { finish } from './finish.ts'
import { glow } from './glow.ts'
import type { Idea } from './lexicon.ts'
import { drawBeast } from './likeness/beast.ts'
import { person } from './likeness/person.ts'
import { lightingOf, poseOf, standOf } from './likeness/pose.ts'
import { setting } from './likeness/setting.ts'
import { sitterOf } from './likeness/sitter.ts'
import type { View } from './sculpt/camera.ts'
import { render } from './sculpt/render.ts'
import { sculpture } from './sculpt/sculpture.ts'
import { apart, type Stage } from './stage.ts'

/** Whichever is named first, a creature or somebody: a knight with a wolf is a knight, a wolf before a knight a wolf. */
export const creatureOf = ({ scene }: Stage): Idea<'creature'> | null => {
  const at = (group: string) => {
    const first = scene.named.findIndex((name) => name.startsWith(`${group}:`))
    return first < 0 ? scene.named.length : first
  }
  const [creature] = scene.creature
  // What the dead were in life, and how they look, is said of the creature.
  const dead = creature && ['lich', 'skeleton', 'zombie', 'ghost', 'demon'].includes(creature)
  const somebody = Math.min(at('person'), scene.kin.every((kin) => kin === 'undead') ? scene.named.length : at('kin'))
  return creature && (dead || at('creature') <= somebody) ? creature : null
}

const drawCreature = (stage: Stage, creature: Idea<'creature'>, ground: { x: number; y: number }): void => {
  const sculptor = creatures[creature]
  if (!sculptor) {
    if (creature in beasts) drawBeast(stage, creature as BeastName, ground)
    return
  }
  const model = sculpture()
  const hide = hideOf(stage, creature)
  const stand = sculptor(stage, model, hide)
  const view = stand === 'bust' ? poseOf(stage, 0.8) : standOf(stage, stand)
  const { w, h, u } = stage
  if (stand !== 'bust' && stand.foot !== undefined) floor(stage, view, stand.foot)
  const fading = creature === 'ghost'
  if (fading) glow(stage.pen, view.x, view.y, 520 * u, hide.iris, 0.35)
  render(stage, model, view, lightingOf(stage), (pen) => {
    if (!fading) return
    apart(pen, () => {
      pen.globalCompositeOperation = 'destination-out'
      const veil = pen.createLinearGradient(0, h * 0.35, 0, h)
      veil.addColorStop(0, 'rgba(0,0,0,.22)')
      veil.addColorStop(1, 'rgba(0,0,0,.97)')
      pen.fillStyle = veil
      pen.fillRect(0, 0, w, h)
    })
  })
}

const drawPerson = (stage: Stage): void => {
  const sitter = sitterOf(stage)
  // Cloth hides a covered face that is turned away.
  const covered = sitter.hat === 'hood' || sitter.hat === 'wimple'
  const view = poseOf(stage, covered ? (stage.has('feature', 'profile') ? 0.95 : 0.75) : 1.4)
  render(stage, person(stage, sitter), view, lightingOf(stage))
}

/** The ground under what stands on it, with its shadow. */
const floor = (stage: Stage, view: View, foot: number): void => {
  const { w, h, pen, palette, u } = stage
  const y = view.y - foot * view.scale
  const earth = mix(palette.near, palette.far, 0.3)
  apart(pen, () => {
    const ground = pen.createLinearGradient(0, y - 120 * u, 0, h)
    ground.addColorStop(0, css(earth, 0))
    ground.addColorStop(0.4, css(mix(earth, palette.mid, 0.2), 0.9))
    ground.addColorStop(1, css(mix(earth, [0, 0, 0], 0.5), 0.95))
    pen.fillStyle = ground
    pen.fillRect(0, y - 120 * u, w, h)
    pen.filter = `blur(${(22 * u).toFixed(1)}px)`
    pen.fillStyle = css([4, 3, 6], 0.55)
    pen.beginPath()
    pen.ellipse(view.x - stage.sun.side * 60 * u, y, view.scale * 1.6, view.scale * 0.36, 0, 0, 7)
    pen.fill()
  })
}

/** A face, or a creature: whichever the prompt names first. */
export const drawLikeness = (stage: Stage): void => {
  stage.sun.y = stage.h * 0.32
  const creature = creatureOf(stage)
  const ground = setting(stage)
  const words = creature ? [creature] : [...stage.scene.person, ...stage.scene.kin, 'figure']
  stage.thing(
    words,
    () => {
      if (creature) drawCreature(stage, creature, ground)
      else drawPerson(stage)
    },
    true,
  )
  finish(stage, creature ? 0.62 : 0.5)
}
