import { graphs } from '#domain/graphs.ts'
import { relationships } from '#domain/relationships.ts'
import { graphPlacesView } from '#projections/graph-places.ts'
import { relationshipsView } from '#projections/relationships.ts'
import { graphPlaceCommands } from '../commands/relationships/places.ts'
import { relationshipCommands } from '../commands/relationships/routes.ts'
import { trashedRelationships } from '../commands/relationships/trash.ts'
import { relationshipQueries } from '../queries/relationships/routes.ts'
import type { Thing } from './thing.ts'

export const relationshipsThing: Thing = {
  rules: [relationships, graphs],
  views: [relationshipsView, graphPlacesView],
  routes: [relationshipQueries, relationshipCommands, graphPlaceCommands],
  trash: trashedRelationships,
}
