import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AccountChain, AuditKeys, ChainStatus } from '#domain/audit-chain.ts'
import { readChainStatus, verifyAccount } from '../../audit/chain/installed.ts'
import type { Deps } from '../../http/deps.ts'
import { anyone, auditor, lookedAt, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'

/** Serves the state of the chain over account and billing streams, and the public keys that verify its signed heads. */
export const chainQueries =
  ({ pool, sealedStore, signing }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const chainRoute = { response: { 200: ChainStatus } }
    app.get('/audit/chain', { config: { policy: auditor }, schema: chainRoute }, () => readChainStatus(pool))

    const account = { params: z.object({ id: uuid() }), response: { 200: AccountChain } }
    app.get('/audit/accounts/:id/chain', { config: { policy: lookedAt(param('id')) }, schema: account }, (request) =>
      verifyAccount({ pool, sealedStore }, request.params.id),
    )

    // Public, since recipients of a statement or a head may have no account.
    const keys = { response: { 200: AuditKeys } }
    app.get('/audit/keys', { config: { policy: anyone }, schema: keys }, async () => ({ keys: await signing.keys() }))
  }
