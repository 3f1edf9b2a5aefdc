import { currentFile } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import { amendPlan } from '#domain/map-doors.ts'
import type { MapPlan } from '#domain/map-plan.ts'
import { maps, type TabledMap } from '#domain/maps.ts'
import type { Files } from '../../providers/files.ts'
import { readSidecar } from '../../providers/sidecars.ts'
import type { Dispatcher } from '../dispatch.ts'
import type { MapPicture } from './shown-in.ts'

interface Changed {
  picture: MapPicture
  map: TabledMap
  /** As it was drawn. */
  drawn: MapPlan
  plan: MapPlan
}

/** A map's plan with what was changed, read from the log. Undefined where its picture was not drawn from one. */
export const readPlan = async (
  { handler, files }: { handler: Pick<Dispatcher, 'stateOf'>; files: Pick<Files, 'get'> },
  imageId: string,
): Promise<Changed | undefined> => {
  const [picture, map] = await Promise.all([handler.stateOf(images, imageId), handler.stateOf(maps, imageId)])
  const file = currentFile(picture)
  const drawn = file && (await readSidecar(files, file.key, 'plan'))
  return drawn ? { picture, map, drawn, plan: amendPlan(drawn, map.plan) } : undefined
}
