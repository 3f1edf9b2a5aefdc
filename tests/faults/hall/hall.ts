import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { forEach, type Person, signUp, tableOf } from '../../bench/lib/people.ts'
import { startWhole } from '../lib/installation.ts'

/** Many people in one campaign, and somebody who changes something there that all of them see. */
export interface Hall {
  people: readonly Person[]
  /** Renames a folder: a small event for everybody. Answers its position, however often it had to ask. */
  rename(): Promise<bigint>
  /** Writes a page of lore, in letters of three bytes: an event of about so many bytes, up to 60,000, for everybody. */
  write(bytes: number): Promise<bigint>
}

export async function openHall(url: string, count: number): Promise<Hall> {
  const names = Array.from({ length: count }, (_, n) => `Guest ${n}`)
  const people = await forEach(names, 4, (name) => signUp(url, name))
  const [host] = people
  if (!host) throw new Error('A hall needs a host')
  const campaignId = await tableOf(people, 'The Great Hall')
  const folder = await host.send('POST', '/collections', { campaignId, name: 'Tide' })
  const lore = await host.send('POST', '/conjurations', {
    campaignId,
    collectionId: folder.id,
    name: 'The Song',
    visibility: 'CAMPAIGN',
  })
  const change = async (path: string, body: object): Promise<bigint> => {
    const key = randomUUID()
    const headers = { ...host.headers, 'content-type': 'application/json', 'idempotency-key': key }
    for (;;) {
      const answer = await fetch(`${url}/api${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 503, text: '' }))
      if (answer.status === 200) return BigInt((JSON.parse(answer.text) as { position: string }).position)
      if (answer.status < 500) throw new Error(`${path}: ${answer.status} ${answer.text}`)
      await delay(50)
    }
  }
  let told = 0
  return {
    people,
    rename: () => change(`/collections/${folder.id}`, { name: `Tide ${++told}` }),
    write: (bytes) => change(`/conjurations/${lore.id}`, { description: `${++told} `.padEnd(bytes / 3, '鐘') }),
  }
}

/** An installation in one process with a hall of so many people, for as long as `work` takes. */
export async function inHall<Result>(
  dir: string,
  count: number,
  work: (place: { url: string; pid: number; hall: Hall }) => Promise<Result>,
): Promise<Result> {
  const installation = await startWhole(dir)
  try {
    const url = installation.urls[0] ?? ''
    return await work({ url, pid: installation.parts.server?.pid() ?? 0, hall: await openHall(url, count) })
  } finally {
    await installation.stop()
  }
}

/** Memory that a process has in hand, in bytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`
