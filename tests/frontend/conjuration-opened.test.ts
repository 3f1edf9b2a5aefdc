import { describe, expect, it } from 'vitest'
import { rememberOpened, wasOpened } from '../../frontend/src/features/conjurations/opened.ts'

const shelf = (stored: Record<string, string> = {}) => ({
  getItem: (key: string) => stored[key] ?? null,
  setItem(key: string, value: string) {
    stored[key] = value
  },
})

describe('lore with copies that was opened', () => {
  it('is remembered for each person', () => {
    const kept = shelf()
    rememberOpened(kept, 'ines', 'ysolde')
    expect([wasOpened(kept, 'ines', 'ysolde'), wasOpened(kept, 'mara', 'ysolde')]).toEqual([true, false])
  })
  it('makes room, the oldest first', () => {
    const kept = shelf()
    for (let n = 0; n <= 200; n++) rememberOpened(kept, 'ines', `${n}`)
    expect([wasOpened(kept, 'ines', '0'), wasOpened(kept, 'ines', '200')]).toEqual([false, true])
  })
  it('counts as new where the store cannot be read or written', () => {
    const broken = shelf({ 'loreloom.opened.ines': '{' })
    expect(wasOpened(broken, 'ines', 'ysolde')).toBe(false)
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(() => rememberOpened(full, 'ines', 'ysolde')).not.toThrow()
  })
})
