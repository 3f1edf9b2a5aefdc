import { afterEach, describe, expect, it } from 'vitest'
import { currentToasts, dismiss, toast } from '../../frontend/src/ui/toast.ts'

const said = () => currentToasts().map(({ message, context }) => [message, context].filter(Boolean).join(' '))

describe('toasts', () => {
  afterEach(() => {
    for (const { id } of currentToasts()) dismiss(id)
  })

  it('say the same once, with its time from its last', () => {
    toast.error('The fog could not be changed.')
    toast.success('Copied')
    const again = toast.error('The fog could not be changed.')
    expect(said()).toEqual(['Copied', 'The fog could not be changed.'])
    expect(currentToasts().at(-1)?.id).toBe(again)
  })

  it('stand beside each other where they differ in kind or in what they are about', () => {
    toast.info('Weathervane')
    toast.error('Weathervane')
    toast.error('Weathervane', { context: 'in Rumours' })
    expect(said()).toEqual(['Weathervane', 'Weathervane', 'Weathervane in Rumours'])
  })

  it('stand beside each other where each takes back its own', () => {
    const undone: string[] = []
    toast.success('Deleted', { undo: () => undone.push('first') })
    toast.success('Deleted', { undo: () => undone.push('second') })
    for (const { undo } of currentToasts()) undo?.()
    expect(undone).toEqual(['first', 'second'])
  })
})
