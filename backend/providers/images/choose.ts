import { ImageRefused, type Images } from '../images.ts'

/**
 * One `Images` over many adapters: each request goes to the adapter that draws its model, and `models` is what this
 * installation offers. Two adapters for one model is a mistake in the wiring, so it stops the start.
 */
export function choose(adapters: readonly Images[]): Images {
  const drawers = new Map<string, Images>()
  for (const adapter of adapters)
    for (const slug of adapter.models) {
      const other = drawers.get(slug)
      if (other) throw new Error(`The model ${slug} is drawn by both ${other.name} and ${adapter.name}`)
      drawers.set(slug, adapter)
    }
  const printer = adapters.find(({ print }) => print)
  return {
    name: adapters.map(({ name }) => name).join(', '),
    models: [...drawers.keys()],
    configured: adapters.flatMap(({ configured }) => configured ?? []),
    async generate(request) {
      const drawer = drawers.get(request.model)
      if (!drawer) throw new ImageRefused('refused', 'This model is no longer offered. Please choose another.')
      return drawer.generate(request)
    },
    read: (words) => drawers.get(words.model)?.read?.(words),
    ...(printer?.print && { print: printer.print }),
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.close?.()))
    },
  }
}
