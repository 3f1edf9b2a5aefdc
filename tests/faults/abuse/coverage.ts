import type { FastifyInstance } from 'fastify'
import { type ParserName, parsers } from '../../../backend/providers/parsers.ts'
import { describedRoutes } from '../../security/fuzz/routes.ts'
import type { Schema } from '../../security/fuzz/values.ts'
import { attacks } from './attacks.ts'

/** Larger JSON bodies need an attack. */
const largeBody = 64 * 1024

/** Routes with an upload or a large body that no attack names, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'POST /api/battlemaps/{id}/fog':
    'Only owners of a paid plan have maps; runs of cells are bounded by the lattice of 4,096.',
  'POST /api/conversations/{id}/files':
    'Only members with a paid plan have conversations; its parsers are attacked by files of campaigns.',
  'PUT /api/campaigns/{id}/recordings/{uploadId}/parts/{position}':
    'Only owners of a paid plan send recordings; parts are stored as they arrive, within the quota.',
  'POST /api/collections/{id}/lore-from-template':
    'The template bounds the values, and the budget of generations the requests.',
  'POST /api/billing/setup-payment-method':
    'The payment provider validates the fields; a user has one payment session.',
  'POST /api/billing/payment-methods/default': 'The payment provider validates the fields.',
  'POST /api/billing/subscription/create': 'The payment provider validates the fields.',
  'POST /api/billing/credits/purchase': 'The payment provider validates the fields.',
  'POST /api/admin/billing/refund': 'Administrators only.',
  'POST /api/audit/looks': 'Auditors only.',
}

/** The letters of the largest body that the schema admits. */
const lettersOf = (schema: Schema): number => {
  if (schema.const !== undefined || schema.enum) return 40
  if (schema.anyOf) return Math.max(...schema.anyOf.map(lettersOf))
  // A pattern without an open end bounds its text as well.
  const isBounded = schema.format !== undefined || (schema.pattern?.endsWith('$') && !/[*+]|,\}/.test(schema.pattern))
  if (schema.type === 'string') return isBounded ? 64 : (schema.maxLength ?? Number.POSITIVE_INFINITY)
  if (schema.type === 'array')
    return (schema.maxItems ?? Number.POSITIVE_INFINITY) * (lettersOf(schema.items ?? {}) + 1)
  const fields = Object.entries(schema.properties ?? {})
  return fields.reduce((sum, [name, field]) => sum + name.length + 4 + lettersOf(field), 20)
}

/** Parsers of what users send that no attack feeds. */
export const uncoveredParsers = (): string[] => {
  const attacked = new Set(attacks.flatMap((attack) => attack.parsers ?? []))
  return Object.keys(parsers).filter((name) => !attacked.has(name as ParserName))
}

/** Routes that take an upload or a body of more than 64 kB, and are neither attacked nor excepted; and names of the tables that are no routes. */
export const uncoveredRoutes = (app: FastifyInstance): string[] => {
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const routes = describedRoutes(app)
  const attacked = new Set(attacks.flatMap((attack) => attack.routes))
  const costly = routes.filter(({ form, body }) => form !== undefined || (body && lettersOf(body) > largeBody))
  const isOfLibrary = (route: string) => route.startsWith('POST /api/auth/') || route === 'GET /api/realtime'
  const existing = new Set(routes.map(nameOf))
  const gone = [...attacked, ...Object.keys(exceptions)].filter((route) => !existing.has(route) && !isOfLibrary(route))
  return [...costly.map(nameOf).filter((route) => !attacked.has(route) && !exceptions[route]), ...gone]
}
