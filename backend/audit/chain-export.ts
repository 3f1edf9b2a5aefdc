import { canonicalEvent, type Link } from '#projections/links.ts'
import { parsed } from '../platform/arguments.ts'
import { chainedEvents, chainNow } from './chain/installed.ts'
import { readLinks } from './chain/read-links.ts'
import { storedHeads } from './chain/stored-heads.ts'
import { installedChain } from './installed.ts'
import type { Subcommand } from './subcommand.ts'

/**
 * Exports the chain with its events, keys and heads as JSON lines, for `docs/verify/verify-chain.mjs`: each event as
 * the exact text that is hashed, encrypted as stored. Links and events are written in different orders; the script matches them.
 */
export const exportChain: Subcommand = {
  usage: '> <file>',
  async run(args, context) {
    parsed(args, {})
    const { installed, elsewhere } = await installedChain(context)
    const { pool, sealedStore, signing } = installed
    const { length, link, until } = await chainNow(pool)
    const line = (kind: string, said: object) => JSON.stringify({ kind, ...said })
    const write = (lines: readonly string[]) => (lines.length > 0 ? context.write(`${lines.join('\n')}\n`) : undefined)
    await write([
      line('chain', { format: 1, length, link: link.toString('hex') }),
      ...(await signing.keys()).map((key) => line('key', key)),
      ...[...(await storedHeads(pool)), ...elsewhere].map((head) => line('head', { head })),
    ])
    const links = readLinks(pool, length)[Symbol.asyncIterator]()
    const writeLinks = async () => {
      const { value = [] } = await links.next()
      await write(value.map((each: Link) => line('link', inHex(each))))
      return value.length > 0
    }
    for await (const page of chainedEvents(sealedStore, until, context.signal)) {
      await write(page.map((event) => `{"kind":"event","event":${canonicalEvent(event)}}`))
      if (page.length > 0) await writeLinks()
    }
    while (await writeLinks());
    return {}
  },
}

const inHex = ({ hash, link, ...row }: Link) => ({ ...row, hash: hash.toString('hex'), link: link.toString('hex') })
