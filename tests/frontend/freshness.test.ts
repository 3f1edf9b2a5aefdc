import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { api } from '../../frontend/src/app/api.ts'

/** How an endpoint of RTK Query was written, as far as it says what keeps its answers fresh. */
interface Definition {
  type: 'query' | 'mutation'
  onCacheEntryAdded?: unknown
  providesTags?: unknown
  keepUnusedDataFor?: number
}

/** Seconds: what is dropped this soon after its component closed is fetched again when the component opens. */
const briefSeconds = 30

/** Queries that neither follow the feed, nor are refetched by a tag, nor are dropped soon: what keeps each fresh. */
const otherwiseFresh: Record<string, string> = {
  signupSources: 'comes from the configuration and changes with a restart',
  auditAccounts: 'AccountsPage refetches on mount',
  accountComparison: 'compares two moments of the past, which do not change',
  firstFall: 'concerns the past, which does not change',
  chain: 'the audit screens poll it',
  adminLog: 'LogPage polls it',
  billingConfig: 'comes from the configuration and changes with a restart',
  imageModels: 'useModels refetches after freshSeconds',
  editingOffer: 'comes from the configuration and changes with a restart',
  invited: 'read once by the invitation page',
  operation: 'its dialog refetches by events of the operation',
  version: 'read when an unknown event arrives',
  authOptions: 'comes from the configuration and changes with a restart',
  promptReadings: 'a function of the prompt alone',
  textVersion: 'concerns the past, which does not change',
}

/** Every endpoint of the web app, as written. */
const loadDefinitions = async (): Promise<Map<string, Definition>> => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  const data = join(import.meta.dirname, '../../frontend/src/data')
  for (const file of readdirSync(data)) if (file.endsWith('.ts')) await import(join(data, file))
  vi.unstubAllGlobals()
  const definitions = new Map<string, Definition>()
  const readDefinition = (name: string) => (definition: Definition) => {
    definitions.set(name, definition)
  }
  for (const name of Object.keys(api.endpoints))
    api.enhanceEndpoints({ endpoints: { [name]: readDefinition(name) } as never })
  return definitions
}

const isFollowed = ({ onCacheEntryAdded, providesTags, keepUnusedDataFor = Number.POSITIVE_INFINITY }: Definition) =>
  onCacheEntryAdded !== undefined || providesTags !== undefined || keepUnusedDataFor <= briefSeconds

describe('every query of the web app', () => {
  it('follows the feed, is refetched by a tag, is dropped soon after use, or states what else keeps it fresh', async () => {
    const queries = [...(await loadDefinitions())].filter(([, { type }]) => type === 'query')
    expect(queries.length).toBeGreaterThan(60)
    const others = queries.filter(([, definition]) => !isFollowed(definition)).map(([name]) => name)
    expect(others.sort()).toEqual(Object.keys(otherwiseFresh).sort())
  })
})
