import { maps } from '#domain/maps.ts'
import { tables } from '#domain/tables.ts'
import { tablesView } from '#projections/tables.ts'
import { keepKey } from '../commands/maps/keep-key.ts'
import { mapKeyCommands } from '../commands/maps/key.ts'
import { planCommands } from '../commands/maps/plan.ts'
import { mapCommands } from '../commands/maps/routes.ts'
import { tableCommands } from '../commands/maps/table.ts'
import { mapFileQueries } from '../queries/maps/files.ts'
import { mapQueries } from '../queries/maps/routes.ts'
import { tableQueries } from '../queries/maps/table.ts'
import { takeMapsBack } from '../reactors/take-maps-back.ts'
import type { Thing } from './thing.ts'

export const mapsThing: Thing = {
  rules: [maps, tables],
  views: [tablesView],
  routes: [mapQueries, tableQueries, mapFileQueries, mapCommands, tableCommands, planCommands, mapKeyCommands],
  reactors: () => [takeMapsBack],
  operations: ({ pool, files }) => ({ 'keep-map-key': keepKey({ pool, files }) }),
}
