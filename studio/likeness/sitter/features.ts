import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import type { Features } from '../head.ts'

/** Returns the proportions of a face by kin, sex, age and chance. */
export const featuresOf = (stage: Stage, next: Random, female: boolean, old: boolean, young: boolean): Features => {
  const { has } = stage
  const [orc, goblin, dwarf, elf, hag] = [
    has('kin', 'orc'),
    has('kin', 'goblin'),
    has('kin', 'dwarf'),
    has('kin', 'elf'),
    has('person', 'witch') && old,
  ]
  const undead = has('kin', 'undead')
  return {
    nose:
      (hag ? 0.35 : 0) +
      (goblin ? 0.6 : orc ? -0.25 : dwarf ? 0.16 : 0) +
      (old ? 0.12 : 0) +
      next.between(female ? -0.3 : -0.12, female ? 0.02 : 0.28),
    noseWide: (orc ? 0.9 : dwarf ? 0.55 : goblin ? 0.2 : elf ? -0.35 : 0) + next.between(-0.3, female ? 0.1 : 0.4),
    jaw:
      (orc ? 1.4 : dwarf ? 0.9 : goblin ? -0.4 : elf ? -0.6 : 0) + (female ? -0.55 : 0.35) + next.between(-0.3, 0.35),
    chin: (orc ? 0.9 : hag ? 1.2 : dwarf ? 0.4 : 0) + (female ? -0.2 : 0.2) + next.between(-0.3, 0.3),
    brow: (orc ? 1.3 : goblin ? 0.6 : dwarf ? 0.5 : 0) + (female ? 0 : 0.45) + next.between(-0.1, 0.3),
    cheek: (elf ? 1 : 0) + (female ? 0.5 : 0.2) + next.between(-0.2, 0.6),
    gaunt: (has('feature', 'gaunt') ? 1 : 0) + (undead ? 0.9 : 0) + (old ? 0.45 : 0) + (elf ? 0.2 : 0),
    lips: (female ? 0.7 : 0) + (old ? -0.4 : 0) + next.between(-0.2, 0.6),
    fat: (has('feature', 'fat') ? 1.2 : 0) + (has('kin', 'halfling') || young ? 0.4 : 0),
    wide:
      (dwarf ? 0.13 : orc ? 0.08 : goblin ? 0.1 : elf ? -0.05 : 0) +
      (has('feature', 'fat') ? 0.06 : 0) +
      next.between(-0.03, 0.03),
    eyes: (elf ? 1.1 : 1) + (goblin ? 0.5 : 0) + (orc ? -0.3 : 0),
    muzzle: orc ? 0.55 : goblin ? 0.3 : 0,
    bone: false,
    old,
  }
}
