import type { SheetRequest, TextModel, TextRequest } from '../backend/providers/text-model.ts'

const by = { madeBy: 'Written at once', usage: { input: 1, output: 1 }, marks: [] }

/** An adapter that writes what it was asked in few words, for tests that are not about writing; `before` may wait, refuse or fail. */
export const quickTexts = (
  before: (request: Pick<TextRequest, 'prompt' | 'known' | 'signal'>) => unknown = () => undefined,
): TextModel => ({
  provider: 'Quick texts',
  model: 'quick',
  async write(request, hear) {
    await before(request)
    const content = `About ${request.prompt || request.subject || 'nothing'}`
    hear?.(content)
    return { ...by, content }
  },
  async writeSheet(request: SheetRequest, hear) {
    await before(request)
    const texts = request.fields.map(
      ({ key, name }) => [key, key === 'title' ? 'The Tide Clerk' : `${name}: as asked`] as const,
    )
    for (const [key, text] of texts) hear?.(key, text)
    return { ...by, content: Object.fromEntries(texts) }
  },
  async writeStructure(request) {
    await before(request)
    return { ...by, content: request.example }
  },
})
