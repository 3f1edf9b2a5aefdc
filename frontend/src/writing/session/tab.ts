import { newId } from '../../base/ids.ts'

const tabKey = 'loreloom.tab'
const lockOf = (tab: string) => `loreloom.tab.${tab}`

/** Locks a tab's name for the lifetime of this page. Resolves to false if another page holds it. */
const hold = (tab: string) =>
  new Promise<boolean>((resolve) => {
    void navigator.locks.request(lockOf(tab), { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise(() => undefined) : undefined
    })
  })

/** Returns this tab's name, which survives a reload. A duplicate of a tab receives a name of its own. */
const named = async (): Promise<string> => {
  const known = sessionStorage.getItem(tabKey)
  // Without locks (plain HTTP) a duplicated tab cannot be distinguished from a reload.
  const tab = known && (!('locks' in navigator) || (await hold(known))) ? known : newId()
  if (tab !== known && 'locks' in navigator) await hold(tab)
  sessionStorage.setItem(tabKey, tab)
  return tab
}

let name: Promise<string> | undefined
export const tabName = (): Promise<string> => {
  name ??= named()
  return name
}

/** Returns true if a tab of this id was closed or crashed. */
export const isGone = async (tab: string): Promise<boolean> => {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return !held.some(({ name }) => name === lockOf(tab))
}
