import { createHash } from 'node:crypto'
import { withoutSecrets } from '#domain/map-audience.ts'
import type { MapPlan } from '#domain/map-plan.ts'
import type { OpenedMap } from './opened.ts'

const hashOf = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)

/** A hash of the plan without secrets: plans that differ only in secrets have the same. */
export const playersPlan = (plan: MapPlan): string => hashOf(JSON.stringify(withoutSecrets(plan)))

/** Returns a hash of the plan that players see; null as long as they see it as it was drawn. */
export const playersVersion = ({ drawn, plan }: Pick<OpenedMap, 'drawn' | 'plan'>): string | null => {
  if (!drawn || !plan || plan === drawn) return null
  const version = playersPlan(plan)
  return version === playersPlan(drawn) ? null : version
}

/** Returns a hash that changes with each change of the players' picture, and reveals nothing of the fog or the plan. */
export const versionOf = (map: OpenedMap): string =>
  hashOf(map.file.key, map.revision, map.fog.columns, playersVersion(map) ?? '')

/** Returns a hash of the doors of the plan that the DM sees; null as long as they are as they were drawn. */
export const planVersion = ({ drawn, changed }: Pick<OpenedMap, 'drawn' | 'changed'>): string | null => {
  if (!drawn || !changed || changed.doors === drawn.doors) return null
  const [before, now] = [drawn, changed].map(({ doors }) => hashOf(JSON.stringify(doors)))
  return now === before ? null : (now ?? null)
}

/** Returns a hash that identifies the DM's print. */
export const printVersion = (map: Pick<OpenedMap, 'file' | 'drawn' | 'changed'>): string =>
  hashOf(map.file.key, planVersion(map) ?? '')
