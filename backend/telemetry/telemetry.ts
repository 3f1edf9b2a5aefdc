import { createMetrics, type Metrics } from './metrics.ts'
import { createScope, type Scope } from './scope.ts'
import { noTracing, type Tracer } from './tracer.ts'

/** What the process tells of itself: its log's facts, its metrics and its traces. */
export interface Telemetry {
  scope: Scope
  metrics: Metrics
  tracer: Tracer
}

/** Measures, and tells nobody until asked. */
export const quietTelemetry = (): Telemetry => ({ scope: createScope(), metrics: createMetrics(), tracer: noTracing })
