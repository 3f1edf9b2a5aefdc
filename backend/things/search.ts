import { findQueries } from '../queries/search/find.ts'
import { searchQueries } from '../queries/search/routes.ts'
import type { Thing } from './thing.ts'

export const searchThing: Thing = { routes: [findQueries, searchQueries] }
