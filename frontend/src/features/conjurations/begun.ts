import { z } from 'zod'

/** Storage key of new lore whose page the user has not left yet: campaign ids by lore id. A reload does not count as leaving. */
const key = 'loreloom.begun'
const Begun = z.record(z.string(), z.string().nullable())
type Begun = z.infer<typeof Begun>

export const readNewLore = (): Begun => {
  try {
    return Begun.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return {}
  }
}
const storeNewLore = (lore: Begun) => localStorage.setItem(key, JSON.stringify(lore))

const lockOf = (id: string) => `${key}.${id}`
/** Functions that release the locks of the lore that is open in this tab, by lore id. */
const releases = new Map<string, () => void>()

/**
 * Records new lore and locks it until this tab calls `forget`, or is closed or crashes: locked lore counts as open. Pages
 * that are not served securely have no locks.
 */
export const begin = (id: string, campaignId: string | null): void => {
  storeNewLore({ ...readNewLore(), [id]: campaignId })
  if (releases.has(id) || !('locks' in navigator)) return
  const open = new Promise<void>((resolve) => releases.set(id, resolve))
  void navigator.locks.request(lockOf(id), { mode: 'shared' }, () => open)
}

export const forget = (id: string): void => {
  const { [id]: _, ...others } = readNewLore()
  storeNewLore(others)
  releases.get(id)?.()
  releases.delete(id)
}

const hasDraft = (id: string) =>
  Object.keys(localStorage).some((name) => name.startsWith('loreloom.draft.') && name.includes(id))

/** Discards blank new lore of closed tabs. The lock prevents two tabs from discarding an item at the same time. */
export const discardLeft = async (discard: (id: string, campaignId: string | null) => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return
  for (const [id, campaignId] of Object.entries(readNewLore()))
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      // Another tab may have discarded it by now.
      if (!lock || location.href.includes(id) || !(id in readNewLore())) return
      forget(id)
      if (!hasDraft(id)) await discard(id, campaignId)
    })
}
