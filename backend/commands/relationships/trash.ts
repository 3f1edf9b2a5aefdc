import { untitledConjuration } from '#domain/conjuration-words.ts'
import { relationshipEvents, relationships } from '#domain/relationships.ts'
import { typesOf } from '#projections/trash.ts'
import type { TrashKind } from '../trash/kind.ts'

/** Named by its ends, which every viewer of the link sees. */
const name = `(select string_agg(coalesce(nullif(l.name, ''), '${untitledConjuration}'), ' → ' order by l.id = x."targetId")
  from conjurations l where l.id in (x."sourceId", x."targetId"))`

export const trashedRelationships: TrashKind = {
  kind: 'relationship',
  table: 'relationships',
  name: `coalesce(${name}, '')`,
  operationId: 'x."operationId"',
  saysOnlyIds: typesOf(relationshipEvents, 'ConjurationRelationshipDeleted', 'ConjurationRelationshipRestored'),
  restore: (run, { id: relationshipId, operationId }) =>
    run.send(relationships, relationshipId, { type: 'RestoreRelationship', data: { relationshipId, operationId } }),
}
