import type { z } from 'zod'
import { MapPlan } from '#domain/map-plan.ts'
import { Things } from '../../studio/things.ts'
import { FileMissing, type Files } from './files.ts'

/** Data that the image provider knows about its picture beyond the pixels, stored in accompanying files. */
const schemas = { plan: MapPlan, things: Things }
export type SidecarName = keyof typeof schemas
export type Sidecars = { [N in SidecarName]?: z.infer<(typeof schemas)[N]> }

const names = Object.keys(schemas) as SidecarName[]
const mime = 'application/json'
/** Larger sidecars are dropped; the picture is stored without them. */
const maxBytes = 2 ** 20

const sidecarKey = (pictureKey: string, name: SidecarName) => `${pictureKey}.${name}.json`

/** Keys of all files that may accompany a picture; they are deleted together with it. */
export const sidecarKeys = (pictureKey: string): string[] => names.map((name) => sidecarKey(pictureKey, name))

/** The key of the picture that a sidecar belongs to; undefined for other files. */
export const sidecarOf = (key: string): string | undefined => {
  const ending = names.map((name) => sidecarKey('', name)).find((each) => key.endsWith(each))
  return ending && key.slice(0, -ending.length)
}

/** Stores the sidecars; called before the picture is recorded, so that its readers find them. Returns their size in bytes. */
export const keepSidecars = async (
  files: Pick<Files, 'put'>,
  pictureKey: string,
  sidecars: Sidecars = {},
): Promise<number> => {
  let stored = 0
  for (const name of names) {
    if (sidecars[name] === undefined) continue
    const bytes = Buffer.from(JSON.stringify(sidecars[name]))
    if (bytes.length > maxBytes) continue
    await files.put(sidecarKey(pictureKey, name), bytes, mime)
    stored += bytes.length
  }
  return stored
}

/** Returns undefined if the picture has no such sidecar, or an invalid one. */
export const readSidecar = async <N extends SidecarName>(
  files: Pick<Files, 'get'>,
  pictureKey: string,
  name: N,
): Promise<Sidecars[N] | undefined> => {
  const bytes = await files.get(sidecarKey(pictureKey, name)).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined
    throw error
  })
  if (!bytes) return undefined
  const read = schemas[name].safeParse(json(bytes))
  return read.success ? (read.data as Sidecars[N]) : undefined
}

const json = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
