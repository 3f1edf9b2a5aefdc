import { untitledConjuration } from '#domain/conjuration-words.ts'
import { graphs } from '#domain/graphs.ts'
import { relationshipEvents, relationships } from '#domain/relationships.ts'
import { graphPlacesView } from '#projections/graph-places.ts'
import { relationshipsView } from '#projections/relationships.ts'
import { typesOf } from '#projections/trash.ts'
import { graphPlaceCommands } from '../commands/relationships/places.ts'
import { relationshipCommands } from '../commands/relationships/routes.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { relationshipQueries } from '../queries/relationships/routes.ts'
import type { Thing } from './thing.ts'

/** The names of both ends, which every viewer of the link sees. */
const name = `(select string_agg(coalesce(nullif(l.name, ''), '${untitledConjuration}'), ' → ' order by l.id = x."targetId")
  from conjurations l where l.id in (x."sourceId", x."targetId"))`

const trashedRelationships: TrashKind = {
  kind: 'relationship',
  table: 'relationships',
  name: `coalesce(${name}, '')`,
  operationId: 'x."operationId"',
  saysOnlyIds: typesOf(relationshipEvents, 'ConjurationRelationshipDeleted', 'ConjurationRelationshipRestored'),
  restore: (run, { id: relationshipId, operationId }) =>
    run.send(relationships, relationshipId, { type: 'RestoreRelationship', data: { relationshipId, operationId } }),
}

export const relationshipsThing: Thing = {
  rules: [relationships, graphs],
  views: [relationshipsView, graphPlacesView],
  routes: [relationshipQueries, relationshipCommands, graphPlaceCommands],
  trash: trashedRelationships,
}
