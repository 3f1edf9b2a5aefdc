import { segmentImagesView } from '#projections/segment-images.ts'
import { segmentsView } from '#projections/segments.ts'
import { convertCommand } from '../commands/segments/convert.ts'
import { segmentGalleryCommands } from '../commands/segments/gallery.ts'
import { segmentCommands } from '../commands/segments/routes.ts'
import { trashedSegments } from '../commands/segments/trash.ts'
import { segmentQueries } from '../queries/segments/routes.ts'
import type { Thing } from './thing.ts'

export const segmentsThing: Thing = {
  views: [segmentsView, segmentImagesView],
  routes: [segmentQueries, segmentCommands, segmentGalleryCommands, convertCommand],
  trash: trashedSegments,
}
