import { createHash } from 'node:crypto'
import { withoutSecrets } from '#domain/map-audience.ts'
import type { MapPlan } from '#domain/map-plan.ts'
import type { OpenedMap } from './opened.ts'

const hashOf = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)

/** A hash of the plan without secrets: plans that differ only in secrets have the same. */
export const playersPlan = (plan: MapPlan): string => hashOf(JSON.stringify(withoutSecrets(plan)))

/** Which plan players see; null as long as that is what was drawn. */
export const playersVersion = ({ drawn, plan }: Pick<OpenedMap, 'drawn' | 'plan'>): string | null => {
  if (!drawn || !plan || plan === drawn) return null
  const version = playersPlan(plan)
  return version === playersPlan(drawn) ? null : version
}

/** Which picture the players see: another with each change of what they see, and nothing of the fog or the plan can be read off it. */
export const versionOf = (map: OpenedMap): string =>
  hashOf(map.file.key, map.revision, map.fog.columns, playersVersion(map) ?? '')

/** Which plan its DM sees, by its doors; null as long as that is what was drawn. */
export const planVersion = ({ drawn, changed }: Pick<OpenedMap, 'drawn' | 'changed'>): string | null => {
  if (!drawn || !changed || changed.doors === drawn.doors) return null
  const [before, now] = [drawn, changed].map(({ doors }) => hashOf(JSON.stringify(doors)))
  return now === before ? null : (now ?? null)
}

/** Which picture its DM sees. */
export const printVersion = (map: Pick<OpenedMap, 'file' | 'drawn' | 'changed'>): string =>
  hashOf(map.file.key, planVersion(map) ?? '')
