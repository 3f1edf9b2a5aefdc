import { hex, mix } from '../colour.ts'
import { sitterOf } from '../likeness/sitter.ts'
import { openStage, type Stage } from '../stage.ts'
import { addBase, baseTop, nameHeight, nameSize, partsHeight, rimLean } from './base.ts'
import { type Build, lifted, type Pose, type Reach, type Skeleton, skeletonOf } from './body.ts'
import { addBody } from './clothes.ts'
import { addGear } from './equip.ts'
import { type Clay, clay } from './field.ts'
import type { GearName, Tints } from './gear.ts'
import { addHead, tusks } from './head.ts'
import { facePlate, rimPlate } from './lettering.ts'
import type { Modelled } from './modelled.ts'
import { armPose, stances, twoHanded } from './poses.ts'
import { box, frame, limb, outOf, placed, plus, tube } from './shapes.ts'
import { plainWear, type Trade } from './trades.ts'
import type { Wardrobe } from './wardrobe.ts'

const buildOf = (stage: Stage): Build => {
  const { has } = stage
  const fat = has('feature', 'fat') ? 1.25 : has('feature', 'gaunt') ? 0.88 : 1
  if (has('kin', 'dwarf')) return { legs: 0.66, trunk: 0.9, head: 1.06, girth: 1.28 * fat }
  if (has('kin', 'halfling')) return { legs: 0.62, trunk: 0.74, head: 0.98, girth: 0.92 * fat }
  if (has('kin', 'goblin')) return { legs: 0.6, trunk: 0.7, head: 1.08, girth: 0.85 * fat }
  if (has('kin', 'orc')) return { legs: 1.02, trunk: 1.12, head: 0.98, girth: 1.3 * fat }
  if (has('kin', 'elf')) return { legs: 1.06, trunk: 1, head: 0.94, girth: 0.9 * fat }
  if (has('feature', 'young')) return { legs: 0.8, trunk: 0.8, head: 1, girth: 0.84 * fat }
  return { legs: 1, trunk: 1, head: 1, girth: fat }
}

const addExtras = (
  figure: Clay,
  skeleton: Skeleton,
  stage: Stage,
  trade: Trade,
  names: readonly (GearName | null)[],
): void => {
  const { chest, head, headSize, build } = skeleton
  const g = build.girth
  if (names.includes('bow')) {
    const quiver = frame(outOf(chest, [-1.2, -1.6, -2.3 * g]), plus(chest.y, chest.x, -0.45))
    figure.add(placed(limb([0, -3, 0], 1.1, [0, 2.6, 0], 1.25), quiver), hex('#6a4426'), { blend: 0.15 })
    for (const [x, z] of [
      [0.4, 0.3],
      [-0.45, 0.1],
      [0.05, -0.5],
    ] as const)
      figure.add(placed(limb([x, 2, z], 0.5, [x * 1.6, 5, z * 1.6], 0.55), quiver), hex('#e4dcc8'), { blend: 0.05 })
  }
  const horned = stage.has('kin', 'tiefling') || stage.has('feature', 'horn')
  if (horned) {
    const horn = tube([
      [0.17, 0.3, 0.2, 0.12],
      [0.36, 0.5, 0.1, 0.11],
      [0.46, 0.66, -0.14, 0.09],
      [0.4, 0.8, -0.36, 0.06],
    ])
    figure.add(
      placed((x, y, z) => horn(Math.abs(x), y, z), head, headSize),
      hex('#3a2c28'),
      { blend: 0.1 },
    )
  }
  if (stage.has('kin', 'orc') || stage.has('feature', 'tusk'))
    figure.add(placed(tusks, head, headSize), hex('#e8dcbc'), { blend: 0.03 })
  if (trade.words.startsWith('druid')) {
    const antler = tube([
      [0.14, 0.42, 0.05, 0.1],
      [0.34, 0.72, 0, 0.1],
      [0.36, 1.02, -0.12, 0.09],
      [0.5, 1.24, -0.1, 0.07],
    ])
    const tine = tube([
      [0.35, 0.78, -0.02, 0.09],
      [0.6, 0.92, 0.1, 0.07],
      [0.66, 1.06, 0.14, 0.065],
    ])
    figure.add(
      placed((x, y, z) => Math.min(antler(Math.abs(x), y, z), tine(Math.abs(x), y, z)), head, headSize),
      hex('#b09468'),
      { blend: 0.1 },
    )
  }
}

/** Models a person of a trade, or their bust, with the face and hair that the prompt describes. */
export const modelPerson = (
  prompt: string,
  seed: number,
  trade: Trade,
  carried: readonly [GearName | null, GearName | null],
  isBust: boolean,
): Modelled => {
  const stage = openStage({
    model: 'studio-likeness',
    prompt,
    negativePrompt: '',
    stylePreset: null,
    width: 32,
    height: 32,
    seed,
  })
  const own = sitterOf(stage)
  const isHeadDescribed = stage.has(
    'feature',
    'helm',
    'crown',
    'hood',
    'tricorn',
    'wimple',
    'hat',
    'bald',
    'long',
    'short',
    'braid',
    'curl',
    'bun',
  )
  const hat = isHeadDescribed ? own.hat : (trade.hat ?? (own.hat === 'wimple' ? 'wimple' : 'none'))
  const sitter = { ...own, hat: stage.may(hat) ? hat : ('none' as const), cloth: mix(own.cloth, [255, 255, 255], 0.06) }
  const next = stage.chance('clothes')
  const second = mix(
    hex(next.pick(['#7c2228', '#24506a', '#3a5a34', '#57346a', '#8a6a2a', '#4a4038'])),
    sitter.cloth,
    0.15,
  )
  const dress = sitter.female && trade.wear.top === 'doublet' && !stage.has('feature', 'male')
  const wear: Wardrobe = {
    ...plainWear,
    skin: sitter.skin,
    cloth: sitter.cloth,
    second: stage.scene.colour.length > 0 && trade.wear.tabard ? sitter.cloth : second,
    trim: sitter.trim,
    metal: sitter.metal,
    female: sitter.female,
    ...trade.wear,
    ...(dress ? { top: 'dress' as const } : {}),
  }
  if (stage.has('feature', 'armour') && !['plate', 'mail'].includes(wear.top))
    Object.assign(wear, { top: 'plate', legs: 'plate', sleeves: 'tight' })
  if (wear.top === 'robe' || wear.top === 'dress') wear.trousers = wear.cloth
  const hands: readonly [Reach, Reach] = trade.twoHanded
    ? twoHanded
    : [armPose(trade.arms[0], 'left'), armPose(trade.arms[1], 'right')]
  const pose: Pose = { ...stances[trade.stance], hands }
  const skeleton = skeletonOf(buildOf(stage), pose)
  const raised = lifted(skeleton, baseTop - 0.25)
  const figure = clay()
  addBody(figure, raised, wear)
  addHead(figure, sitter, raised.head, raised.headSize)
  const tints: Tints = {
    cloth: wear.second,
    trim: sitter.trim,
    metal: sitter.metal,
    glow: stage.scene.mood.includes('infernal')
      ? hex('#e85a24')
      : hex(next.pick(['#4fc3e8', '#7be07a', '#b07af0', '#f0a040'])),
  }
  addGear(figure, raised, trade.twoHanded ?? false, carried, tints)
  addExtras(figure, raised, stage, trade, carried)
  const prop = trade.prop && !isBust ? { kind: trade.prop, x: 7, z: 3.4 } : undefined
  const radius = 12.5
  if (isBust) addSocle(figure, raised)
  else addBase(figure, { radius, setting: trade.setting, prop, rough: stage.noise('ground') })
  return {
    pieces: figure.pieces,
    box: [
      [-22, -1, -20],
      [22, 48, 22],
    ],
    focus: isBust ? undefined : { at: raised.head.at, radius: 2.6, times: 1.9 },
    partsAt: isBust ? null : partsHeight,
    plate: isBust
      ? facePlate([raised.chest.at[0], raised.chest.at[1] - 5, raised.chest.at[2] + 2.8], 6, 0.55)
      : rimPlate(radius, rimLean, nameHeight, nameSize),
    natural: isBust ? 19 : 28,
    cutAt: isBust ? raised.chest.at[1] - 5.4 : undefined,
  }
}

const addSocle = (figure: Clay, { chest }: Skeleton): void => {
  const y = chest.at[1] - 5.4
  figure.add(box([chest.at[0], y, chest.at[2]], [3.4, 0.9, 2.8], 0.3), hex('#3a332e'), { blend: 0.3 })
}
