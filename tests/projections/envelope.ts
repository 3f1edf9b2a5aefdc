import type { Envelope } from '#domain/metadata.ts'
import { type AnyView, fold } from '#projections/view.ts'

const actor = '0198c0de-0000-7000-8000-00000000000a'

/** A stored event as views see it, at a made-up position; `over` sets what a test is about. */
export const stored = (type: string, data: object, over: Partial<Envelope> = {}): Envelope => ({
  id: '0198c0de-0000-5000-8000-00000000000e',
  type,
  stream: 'tests-1',
  position: '1',
  at: '2026-11-21T20:00:00.000Z',
  data,
  metadata: { actor, commandId: 'c', correlationId: 'r' },
  ...over,
})

/** The rows of a view after these events. */
export const rowsOf = <Row extends { id: string }>(view: AnyView<Row>, ...events: Envelope[]): Row[] =>
  events.reduce<Row[]>((rows, event) => fold(view, rows, event), [])
