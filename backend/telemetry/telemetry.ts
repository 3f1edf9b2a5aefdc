import { createMetrics, type Metrics } from './metrics.ts'
import { createScope, type Scope } from './scope.ts'
import { noTracing, type Tracer } from './tracer.ts'

/** Observability of the process: its log's facts, metrics and traces. */
export interface Telemetry {
  scope: Scope
  metrics: Metrics
  tracer: Tracer
}

/** Telemetry that is collected but not exported. */
export const quietTelemetry = (): Telemetry => ({ scope: createScope(), metrics: createMetrics(), tracer: noTracing })
