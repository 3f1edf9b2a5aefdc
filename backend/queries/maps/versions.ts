import { createHash } from 'node:crypto'
import type { OpenedMap } from './opened.ts'

const hashOf = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)

/** Which picture the players see: another with each change of the fog, and nothing of the fog can be read off it. */
export const versionOf = ({ file, revision, fog }: OpenedMap): string => hashOf(file.key, revision, fog.columns)

/** Which picture its DM sees. */
export const printVersion = ({ file }: Pick<OpenedMap, 'file'>): string => hashOf(file.key)
