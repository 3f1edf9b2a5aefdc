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
  /** The plan as it was drawn, without later changes. */
  drawn: MapPlan
  plan: MapPlan
}

/** Reads a map's plan, with its changes from the log. Returns undefined if the picture was not drawn from a plan. */
export const readPlan = async (
  { handler, files }: { handler: Pick<Dispatcher, 'stateOf'>; files: Pick<Files, 'get'> },
  imageId: string,
): Promise<Changed | undefined> => {
  const [picture, map] = await Promise.all([handler.stateOf(images, imageId), handler.stateOf(maps, imageId)])
  const file = currentFile(picture)
  const drawn = file && (await readSidecar(files, file.key, 'plan'))
  return drawn ? { picture, map, drawn, plan: amendPlan(drawn, map.plan) } : undefined
}
