import { describe, expect, it, vi } from 'vitest'
import { reloadWhenStale } from '../../frontend/src/base/stale-tab.ts'

/** A tab that runs this build; what it keeps outlives a reload. */
const opened = (build: string, kept = new Map<string, string>(), isServerUp = true) => {
  const target = new EventTarget()
  const reload = vi.fn()
  const answers = vi.fn(async () => isServerUp)
  reloadWhenStale(target, {
    build,
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    answers,
    reload,
  })
  const missFile = async () => {
    target.dispatchEvent(new Event('vite:preloadError'))
    await Promise.resolve()
    await Promise.resolve()
  }
  return { kept, reload, answers, missFile }
}

describe('a screen whose file is gone', () => {
  it('reloads the page', async () => {
    const tab = opened('one')
    await tab.missFile()
    expect(tab.reload).toHaveBeenCalledOnce()
  })

  it('reloads it once: a file that the same build still lacks shows its error', async () => {
    const tab = opened('one')
    await tab.missFile()
    const again = opened('one', tab.kept)
    await again.missFile()
    expect(again.reload).not.toHaveBeenCalled()
  })

  it('reloads again for the next version', async () => {
    const tab = opened('one')
    await tab.missFile()
    const next = opened('two', tab.kept)
    await next.missFile()
    expect(next.reload).toHaveBeenCalledOnce()
  })

  it('keeps what is on screen while no server answers, and reloads when it is back', async () => {
    const tab = opened('one', new Map(), false)
    await tab.missFile()
    expect(tab.reload).not.toHaveBeenCalled()
    tab.answers.mockResolvedValue(true)
    await tab.missFile()
    expect(tab.reload).toHaveBeenCalledOnce()
  })
})
