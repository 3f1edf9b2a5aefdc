import { WritingAnswer } from '#projections/writing-answers.ts'
import type { Person } from './client.ts'
import { type Filling, idOf, keyOf } from './filling.ts'
import type { LiveFeed } from './listen.ts'
import type { Page } from './pages.ts'

const draft = {
  page: 'The Ebb and Anchor',
  title: 'Heard at the bar',
  prompt: 'Three rumours for a slow night at the bar, one of them about the customs clerks',
  /** Pages that the model reads in addition to the page itself. */
  contextPages: ['The Customs House'],
} as const

/** Requests a draft from the configured text model as Ines, and inserts it into the page with its receipt. */
export async function writeDraft({ cast: { Ines }, tell, unlessChanged }: Filling, pages: readonly Page[]) {
  const wanted = [draft.page, ...draft.contextPages]
  if (!wanted.every((name) => pages.some((page) => page.name === name))) return
  await unlessChanged(async () => {
    const segmentId = idOf(`content of ${draft.page}`, draft.title)
    const id = idOf('draft', draft.title)
    const targetConjurationId = idOf('page', draft.page)
    await Ines.act(keyOf('content', draft.page, draft.title), 'POST', '/content-segments', {
      id: segmentId,
      entityType: 'CONJURATION',
      entityId: targetConjurationId,
      type: 'STORY',
      title: draft.title,
    })
    const conjurationIds = draft.contextPages.map((name) => idOf('page', name))
    await Ines.act(keyOf('draft', draft.title), 'POST', `/content-segments/${segmentId}/writings`, {
      id,
      prompt: draft.prompt,
      context: { targetConjurationId, conjurationIds, fileIds: [], campaign: true },
    })
    const { status, text, message } = await whenWritten(Ines, id)
    if (status !== 'FINISHED') return tell(`  ${draft.title}: ${message}`)
    await Ines.act(keyOf('insert draft', draft.title), 'PATCH', `/content-segments/${segmentId}`, { content: text })
    await Ines.act(keyOf('receipt', draft.title), 'POST', `/writings/${id}/insert`, {})
  })
}

/** Waits for a writing to end: fetches it again after each event of the campaign. */
const whenWritten = async (person: Person, id: string): Promise<WritingAnswer> => {
  const feed: LiveFeed = person.listen()
  try {
    for (;;) {
      const more = feed.next()
      const writing = await person.get(`/writings/${id}`, WritingAnswer)
      if (writing.status !== 'REQUESTED') return writing
      await more
    }
  } finally {
    feed.close()
  }
}
