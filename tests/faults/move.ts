import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPort } from '../../backend/platform/port.ts'
import { seeded } from '../../demo/grammar.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds } from './lib/figures.ts'
import { type Installation, revivable, startSplit } from './lib/installation.ts'
import { eventStoreOf } from './lib/processes.ts'
import { type Program, startProgram } from './lib/program.ts'
import { startProxy } from './lib/proxy.ts'
import { answersIn, underLoad } from './lib/under-load.ts'
import { until } from './lib/until.ts'

export default {}
