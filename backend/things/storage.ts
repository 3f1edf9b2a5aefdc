import { usageQueries } from '../queries/storage/routes.ts'
import type { Thing } from './thing.ts'

export const storageThing: Thing = { routes: [usageQueries] }
