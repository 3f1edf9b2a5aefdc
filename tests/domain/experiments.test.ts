import { describe, expect, it } from 'vitest'
import { environmentVariants, experimentNames, experiments, variantOf } from '#domain/experiments.ts'

const name = 'graph-arrangement'
const web = { [name]: 'web' }
const layers = { [name]: 'layers' }

describe('The variant of an experiment', () => {
  it('comes from the environment, then from the browser, then from the service', () => {
    expect(variantOf(name, { environment: layers, browser: web, service: web })).toEqual({
      variant: 'layers',
      source: 'environment',
    })
    expect(variantOf(name, { environment: web, browser: layers, service: layers }).variant).toBe('web')
    expect(variantOf(name, { environment: {}, browser: layers, service: web })).toEqual({
      variant: 'layers',
      source: 'browser',
    })
    expect(variantOf(name, { service: layers })).toEqual({ variant: 'layers', source: 'service' })
    expect(variantOf(name, {})).toEqual({ variant: 'web', source: 'default' })
  })
  it('is none that this version does not have', () => {
    const unknown = { [name]: 'circle' }
    expect(variantOf(name, { environment: unknown, browser: unknown, service: layers }).source).toBe('service')
    expect(variantOf(name, { environment: { constructor: 'layers' } }).source).toBe('default')
  })
  it('is named by the setting, or is the second one', () => {
    expect(environmentVariants(['image-models', `${name}=web`, 'of-another-version'])).toEqual({
      'image-models': 'on',
      [name]: 'web',
      'of-another-version': 'on',
    })
    expect(environmentVariants([])).toEqual({})
  })
})

describe('Each experiment', () => {
  it.each(experimentNames)('%s states what it changes, with distinct variants', (each) => {
    const { title, changes, variants } = experiments[each]
    expect(title.length).toBeGreaterThan(0)
    expect(changes).toMatch(/\.$/)
    expect(new Set(variants).size).toBe(variants.length)
  })
})
