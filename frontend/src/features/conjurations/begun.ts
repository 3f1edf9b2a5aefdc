import { z } from 'zod'

/** New lore that this browser has created and not left: campaign ids by lore id. A reload does not count as leaving. */
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
const keep = (lore: Begun) => localStorage.setItem(key, JSON.stringify(lore))

const lockOf = (id: string) => `${key}.${id}`
/** Lock releases of the lore that is open in this tab. */
const releases = new Map<string, () => void>()

/** It counts as open until this tab forgets it, or ends, however it does. Pages that are not served securely have no locks. */
export const begin = (id: string, campaignId: string | null): void => {
  keep({ ...readNewLore(), [id]: campaignId })
  if (releases.has(id) || !('locks' in navigator)) return
  const open = new Promise<void>((resolve) => releases.set(id, resolve))
  void navigator.locks.request(lockOf(id), { mode: 'shared' }, () => open)
}

export const forget = (id: string): void => {
  const { [id]: _, ...others } = readNewLore()
  keep(others)
  releases.get(id)?.()
  releases.delete(id)
}

const hasDraft = (id: string) =>
  Object.keys(localStorage).some((name) => name.startsWith('loreloom.draft.') && name.includes(id))

/** Discards blank lore of closed tabs; one tab calls `discard` for each item. */
export const discardLeft = async (discard: (id: string, campaignId: string | null) => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return
  for (const [id, campaignId] of Object.entries(readNewLore()))
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      if (!lock || location.href.includes(id)) return
      forget(id)
      if (!hasDraft(id)) await discard(id, campaignId)
    })
}
