import { health } from '../http/health.ts'
import type { Thing } from './thing.ts'

export const healthThing: Thing = { routes: [health] }
