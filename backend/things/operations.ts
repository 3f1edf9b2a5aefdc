import { operations } from '#domain/operations.ts'
import { operationsView } from '#projections/operations.ts'
import { operationCommands } from '../commands/operations/routes.ts'
import { operationQueries } from '../queries/operations/routes.ts'
import type { Thing } from './thing.ts'

export const operationsThing: Thing = {
  rules: [operations],
  views: [operationsView],
  routes: [operationQueries, operationCommands],
}
