import { z } from 'zod'

/** What this browser notes of lore that it has made and not left yet: the campaign, by the lore's id. A reload is no leaving. */
const key = 'loreloom.begun'
const Begun = z.record(z.string(), z.string().nullable())
type Begun = z.infer<typeof Begun>

export const begun = (): Begun => {
  try {
    return Begun.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return {}
  }
}
const keep = (lore: Begun) => localStorage.setItem(key, JSON.stringify(lore))

const lockOf = (id: string) => `${key}.${id}`
/** How each lore that is open in this tab is let go of. */
const held = new Map<string, () => void>()

/** It counts as open until this tab forgets it, or ends, however it does. Pages that are not served securely have no locks. */
export const begin = (id: string, campaignId: string | null): void => {
  keep({ ...begun(), [id]: campaignId })
  if (held.has(id) || !('locks' in navigator)) return
  const open = new Promise<void>((resolve) => held.set(id, resolve))
  void navigator.locks.request(lockOf(id), { mode: 'shared' }, () => open)
}

export const forget = (id: string): void => {
  const { [id]: _, ...others } = begun()
  keep(others)
  held.get(id)?.()
  held.delete(id)
}

const hasDraft = (id: string) =>
  Object.keys(localStorage).some((name) => name.startsWith('loreloom.draft.') && name.includes(id))

/** What tabs that are closed have left behind, and nobody typed in: each is given to `discard` by one tab. */
export const discardLeft = async (discard: (id: string, campaignId: string | null) => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return
  for (const [id, campaignId] of Object.entries(begun()))
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      if (!lock || location.href.includes(id)) return
      forget(id)
      if (!hasDraft(id)) await discard(id, campaignId)
    })
}
