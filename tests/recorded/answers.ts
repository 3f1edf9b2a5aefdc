import type { FastifyInstance } from 'fastify'
import { describedRoutes, type Route } from '../security/fuzz/routes.ts'
import type { Person } from '../stack.ts'

/** Answers that are of a moment or of a process, and files. */
const notCompared = /\/health\/|\/version$|\/metrics|\/admin\/|\/users\/me$|file|download|thumbnail|preview/

const kinds = ['campaigns', 'collections', 'conjurations', 'images'] as const
type Kind = (typeof kinds)[number]
type Ids = Record<Kind, string[]>

/** Ids of each kind of thing that the log names, whoever may see them: an answer may also be that there is nothing. */
export const idsIn = (streams: readonly { stream: string; data: Record<string, unknown> }[]): Ids => {
  const ids = Object.fromEntries(kinds.map((kind) => [kind, new Set<string>()])) as Record<Kind, Set<string>>
  for (const { stream, data } of streams) {
    const kind = stream.split('-', 1)[0] as Kind
    if (kinds.includes(kind)) ids[kind].add(stream.slice(kind.length + 1))
    if (typeof data.collectionId === 'string') ids.collections.add(data.collectionId)
  }
  return Object.fromEntries(
    kinds.map((kind) => [kind, [...ids[kind]].filter((id) => kind !== 'collections' || !ids.campaigns.has(id)).sort()]),
  ) as unknown as Ids
}

/** Every address of a route, for each thing that its parameter may be. */
const addressesOf = ({ path, params, query }: Route, ids: Ids): string[] => {
  if (params.length > 1) return []
  const kind =
    params.length === 0 ? undefined : kinds.findLast((each) => new RegExp(`/${each}/(?=.*\\{|\\{)`).test(path))
  const paths = params.length === 0 ? [path] : kind ? ids[kind].map((id) => path.replace(/\{\w+\}/, id)) : []
  const required = query.filter(({ required }) => required).map(({ name }) => name)
  if (required.length === 0) return paths
  if (required.some((name) => name !== 'campaignId')) return []
  return paths.flatMap((each) => ids.campaigns.map((id) => `${each}?campaignId=${id}`))
}

/** What somebody is answered to every question that can be asked of these things. */
export const answersTo = async (app: FastifyInstance, person: Pick<Person, 'get'>, ids: Ids) => {
  const answers: Record<string, unknown> = {}
  const routes = describedRoutes(app).filter(({ method, path }) => method === 'GET' && !notCompared.test(path))
  for (const address of routes.flatMap((route) => addressesOf(route, ids))) {
    const { status, body } = await person.get(address)
    answers[address] = status === 200 ? body : { status, code: body?.code }
  }
  return answers
}
