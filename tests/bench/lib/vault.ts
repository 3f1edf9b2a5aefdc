import fs from 'node:fs/promises'
import { zipped } from '../../exchange/vaults.ts'
import type { Person } from './people.ts'

const sentence = 'The keep stands above the ford, and whoever crosses at night pays the bell ringer twice for it. '
/** A page as people write them: properties, headings, links, a list, a callout and a secret, some two kilobytes. */
const pageOf = (n: number, count: number): string => {
  const link = (step: number) => `[[Page ${(n + step) % count}]]`
  return `---
tags: [region-${n % 40}, kind-${n % 7}]
aliases: [Place ${n}]
ruler: "${link(3)}"
---
# Page ${n}

${sentence.repeat(4)}It leads to ${link(1)} and ${link(17)}. **Beware** of *${n}* wolves.

## History

${sentence.repeat(6)}See ${link(5)}.

- Bread
- Salt from ${link(7)}
- Rope

> [!info] Garrison
> ${sentence}

%%The ringer is ${link(11)}, and dead. ${sentence}%%

## Rumours

${sentence.repeat(5)}#rumour
`
}
/** The zip of a vault of Obsidian. */
export const vaultOf = (count: number): Buffer => {
  const pages = Array.from({ length: count }, (_, n) => [`Vault/Region ${n % 40}/Page ${n}.md`, pageOf(n, count)])
  return zipped({ 'Vault/.obsidian/app.json': '{}', ...Object.fromEntries(pages) })
}

/** Milliseconds between two looks at an operation or a process, and between two commands of another user. */
const pause = 100
export const wait = () => new Promise((resolve) => setTimeout(resolve, pause))

/** The most memory that a process ever had, and its processor time so far. */
export const processFigures = async (pid: number) => {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((file) => fs.readFile(`/proc/${pid}/${file}`, 'utf8')),
  )
  const [user = 0, system = 0] = (stat ?? '')
    .slice((stat ?? '').lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return {
    megabytes: Number(/^VmHWM:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0) / 1024,
    seconds: (user + system) / 100,
  }
}

/** Sends a vault to be read into a plan. Returns the id of the import. */
export const upload = async (url: string, someone: Person, campaignId: string, bytes: Buffer): Promise<string> => {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'application/zip' }), 'Vault.zip')
  const response = await fetch(`${url}/api/campaigns/${campaignId}/imports`, {
    method: 'POST',
    headers: someone.headers,
    body: form,
  })
  if (!response.ok) throw new Error(`The upload: ${response.status} ${await response.text()}`)
  const begun = (await response.json()) as Record<'import', { id: string }>
  return begun.import.id
}

/** Begins an import for the DMs. Returns the id of its operation. */
export const beginImport = async (someone: Person, campaignId: string, importId: string): Promise<string> => {
  const path = `/campaigns/${campaignId}/imports/${importId}/begin`
  const begun = await someone.send('POST', path, { name: 'Vault', visibility: 'DM' })
  return String(begun.operationId)
}

/** Waits for the end of an operation, and does something at each look at it. Returns how many things it did. */
export const endOf = async (
  someone: Person,
  operationId: string,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<number> => {
  for (;;) {
    const [operation] = await Promise.all([someone.send('GET', `/operations/${operationId}`), meanwhile()])
    if (operation.status === 'ENDED') return Number(operation.count)
    await wait()
  }
}
