import { accessView } from '#projections/access.ts'
import type { Thing } from './thing.ts'

export const accessThing: Thing = { views: [accessView] }
