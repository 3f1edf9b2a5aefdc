import { ModelDetail } from '#projections/model-answers.ts'
import { campaignId, type Filling, idOf, keyOf } from './filling.ts'
import type { DemoPerson } from './people.ts'

/** A 3D model of the demo: of a prompt, or of the primary picture of a page. */
interface Model {
  name: string
  by: DemoPerson
  prompt?: string
  page?: string
}

const models: readonly Model[] = [
  { name: 'The bellfounder', by: 'Ines', prompt: 'A dwarf blacksmith with a hammer and a leather apron' },
  { name: 'A watchman of Bellhill', by: 'Ines', prompt: 'A grim old guard with a spear and a lantern' },
  { name: 'Maud of the last punt', by: 'Ines', page: 'Maud Sparrow' },
]

/** Miniatures by whatever makes them here, one after the other. They need a plan. */
export async function sculpt({ cast, plans, tell, unlessChanged }: Filling): Promise<void> {
  if (!plans) return
  tell(`${models.length} 3D models …`)
  for (const { name, by, prompt, page } of models) {
    const id = idOf('model', name)
    const source = page === undefined ? { prompt } : { conjurationId: idOf('page', page) }
    await unlessChanged(async () => {
      await cast[by].act(keyOf('model', id), 'POST', '/models', { id, campaignId, name, ...source })
      await finished(cast[by], id)
    })
  }
}

/** Looks again whenever anything has happened in the campaign. */
async function finished(person: Filling['cast'][DemoPerson], id: string): Promise<void> {
  const feed = person.listen()
  try {
    for (;;) {
      const more = feed.next()
      const { status } = await person.get(`/models/${id}`, ModelDetail)
      if (status !== 'GENERATING') return
      await more
    }
  } finally {
    feed.close()
  }
}
