import { hex, mix } from '../colour.ts'
import { sitterOf } from '../likeness/sitter.ts'
import { openStage, type Stage } from '../stage.ts'
import { addBase, baseTop } from './base.ts'
import { addBody, type Wardrobe } from './clothes.ts'
import { type Build, type Pose, type Reach, type Skeleton, skeletonOf } from './body.ts'
import { type Clay, clay } from './field.ts'
import { gear, type GearName, type Tints } from './gear.ts'
import { addHead, tusks } from './head.ts'
import { armPose, stances, twoHanded } from './poses.ts'
import { box, direction, frame, limb, type Frame, outOf, placed, plus, tube } from './shapes.ts'
import { plainWear, type Trade } from './trades.ts'
import type { Modelled } from './modelled.ts'

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

const straight = new Set<GearName>(['staff', 'crook', 'quarterstaff', 'spear'])

const hold = (figure: Clay, at: Frame, name: GearName, tints: Tints): void => {
  for (const { shape, paint, metal, blend } of gear[name](tints)) {
    const own = typeof paint === 'function' ? paint : undefined
    figure.add(
      placed(shape, at),
      own
        ? (x, y, z) => {
            const [a, b, c] = [x - at.at[0], y - at.at[1], z - at.at[2]]
            return own(
              a * at.x[0] + b * at.x[1] + c * at.x[2],
              a * at.y[0] + b * at.y[1] + c * at.y[2],
              a * at.z[0] + b * at.z[1] + c * at.z[2],
            )
          }
        : paint,
      { blend: blend ?? 0.12, metal: metal ?? false },
    )
  }
}

/** What is held, in the hands that hold it. Long shafts stand on the ground, which holds them up in print as well. */
const addGear = (figure: Clay, skeleton: Skeleton, trade: Trade, [left, right]: readonly [GearName | null, GearName | null], tints: Tints): void => {
  const [leftArm, rightArm] = skeleton.arms
  if (trade.twoHanded && right) {
    const up = direction(rightArm.grip.at, leftArm.grip.at)
    const at = right === 'lute' ? plus(rightArm.grip.at, up, 3.2) : rightArm.grip.at
    hold(figure, frame(right === 'lute' ? plus(at, [0, 0, 1], -0.2) : plus(at, up, 1.5), up, [0, 0, 1]), right, tints)
    return
  }
  for (const [arm, name] of [
    [leftArm, left],
    [rightArm, right],
  ] as const) {
    if (!name) continue
    hold(figure, arm.grip, name, tints)
    if (straight.has(name)) {
      const down = plus(arm.grip.at, arm.grip.y, -(arm.grip.at[1] + 0.3) / Math.max(0.4, arm.grip.y[1]))
      figure.add(limb(down, 0.66, plus(arm.grip.at, arm.grip.y, -4), 0.66), hex('#5a3c24'), { blend: 0.1 })
    }
    if (name === 'shield' || name === 'round shield')
      figure.add(limb(arm.elbow, 0.9, plus(arm.grip.at, arm.grip.z, 0.9), 0.9), hex('#4a3020'), { blend: 0.3 })
  }
}

const addExtras = (figure: Clay, skeleton: Skeleton, stage: Stage, trade: Trade, names: readonly (GearName | null)[]): void => {
  const { chest, head, headSize, build } = skeleton
  const g = build.girth
  if (names.includes('bow')) {
    const quiver = frame(outOf(chest, [-1.2, -1.6, -2.3 * g]), plus(chest.y, chest.x, -0.45))
    figure.add(placed(limb([0, -3, 0], 1.1, [0, 2.6, 0], 1.25), quiver), hex('#6a4426'), { blend: 0.15 })
    for (const [x, z] of [[0.4, 0.3], [-0.45, 0.1], [0.05, -0.5]] as const)
      figure.add(placed(limb([x, 2, z], 0.5, [x * 1.6, 5, z * 1.6], 0.55), quiver), hex('#e4dcc8'), { blend: 0.05 })
  }
  const horned = stage.has('kin', 'tiefling') || stage.has('feature', 'horn')
  if (horned) {
    const horn = tube([[0.17, 0.3, 0.2, 0.12], [0.36, 0.5, 0.1, 0.11], [0.46, 0.66, -0.14, 0.09], [0.4, 0.8, -0.36, 0.06]])
    figure.add(placed((x, y, z) => horn(Math.abs(x), y, z), head, headSize), hex('#3a2c28'), { blend: 0.1 })
  }
  if (stage.has('kin', 'orc') || stage.has('feature', 'tusk')) figure.add(placed(tusks, head, headSize), hex('#e8dcbc'), { blend: 0.03 })
  if (trade.words.startsWith('druid')) {
    const antler = tube([[0.14, 0.42, 0.05, 0.1], [0.34, 0.72, 0, 0.1], [0.36, 1.02, -0.12, 0.09], [0.5, 1.24, -0.1, 0.07]])
    const tine = tube([[0.35, 0.78, -0.02, 0.09], [0.6, 0.92, 0.1, 0.07], [0.66, 1.06, 0.14, 0.065]])
    figure.add(placed((x, y, z) => Math.min(antler(Math.abs(x), y, z), tine(Math.abs(x), y, z)), head, headSize), hex('#b09468'), { blend: 0.1 })
  }
}

/** The hair and hat of a sitter on a body of a trade. */
export const modelPerson = (
  prompt: string,
  seed: number,
  trade: Trade,
  carried: readonly [GearName | null, GearName | null],
  isBust: boolean,
): Modelled => {
  const stage = openStage({ model: 'studio-likeness', prompt, negativePrompt: '', stylePreset: null, width: 32, height: 32, seed })
  const own = sitterOf(stage)
  const asked = stage.has('feature', 'helm', 'crown', 'hood', 'tricorn', 'wimple', 'hat', 'bald', 'long', 'short', 'braid', 'curl', 'bun')
  const hat = asked ? own.hat : (trade.hat ?? (own.hat === 'wimple' ? 'wimple' : 'none'))
  const sitter = { ...own, hat: stage.may(hat) ? hat : ('none' as const), cloth: mix(own.cloth, [255, 255, 255], 0.06) }
  const next = stage.chance('clothes')
  const second = mix(hex(next.pick(['#7c2228', '#24506a', '#3a5a34', '#57346a', '#8a6a2a', '#4a4038'])), sitter.cloth, 0.15)
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
  if (stage.has('feature', 'armour') && !['plate', 'mail'].includes(wear.top)) Object.assign(wear, { top: 'plate', legs: 'plate', sleeves: 'tight' })
  if (wear.top === 'robe' || wear.top === 'dress') wear.trousers = wear.cloth
  const hands: readonly [Reach, Reach] = trade.twoHanded
    ? twoHanded
    : [armPose(trade.arms[0], 'left'), armPose(trade.arms[1], 'right')]
  const pose: Pose = { ...stances[trade.stance], hands }
  const skeleton = skeletonOf(buildOf(stage), pose)
  const raised = liftOf(skeleton)
  const figure = clay()
  addBody(figure, raised, wear)
  addHead(figure, sitter, raised.head, raised.headSize)
  const tints: Tints = { cloth: wear.second, trim: sitter.trim, metal: sitter.metal, glow: stage.scene.mood.includes('infernal') ? hex('#e85a24') : hex(next.pick(['#4fc3e8', '#7be07a', '#b07af0', '#f0a040'])) }
  addGear(figure, raised, trade, carried, tints)
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
    baseTop: isBust ? null : baseTop - 0.05,
    radius,
    natural: isBust ? 19 : 28,
    cutAt: isBust ? raised.chest.at[1] - 5.4 : undefined,
  }
}

/** Lifted onto the base. */
const liftOf = (skeleton: Skeleton): Skeleton => {
  const up = baseTop - 0.25
  const at = (p: readonly [number, number, number]) => [p[0], p[1] + up, p[2]] as const
  const moved = (f: Frame): Frame => ({ ...f, at: at(f.at) })
  const leg = (l: Skeleton['legs'][0]) => ({ hip: at(l.hip), knee: at(l.knee), ankle: at(l.ankle), foot: moved(l.foot) })
  const arm = (a: Skeleton['arms'][0]) => ({ shoulder: at(a.shoulder), elbow: at(a.elbow), wrist: at(a.wrist), grip: moved(a.grip) })
  return {
    ...skeleton,
    pelvis: moved(skeleton.pelvis),
    chest: moved(skeleton.chest),
    head: moved(skeleton.head),
    legs: [leg(skeleton.legs[0]), leg(skeleton.legs[1])],
    arms: [arm(skeleton.arms[0]), arm(skeleton.arms[1])],
  }
}

const addSocle = (figure: Clay, { chest }: Skeleton): void => {
  const y = chest.at[1] - 5.4
  figure.add(box([chest.at[0], y, chest.at[2]], [3.4, 0.9, 2.8], 0.3), hex('#3a332e'), { blend: 0.3 })
}
