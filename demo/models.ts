import { ModelDetail } from '#projections/model-answers.ts'
import { campaignId, type Filling, idOf, keyOf } from './filling.ts'
import type { DemoPerson } from './people.ts'

/** A 3D model of the demo, made from a prompt or from the primary picture of a page. */
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
  { name: 'A pilot of the Long Causeway', by: 'Tomasz', prompt: 'An old sailor with a lantern and a long coat' },
  { name: 'A sister of St Averil', by: 'Ines', prompt: 'A young priest with a staff and a white robe' },
  { name: 'The causeway warden', by: 'Ines', prompt: 'A hooded ranger with a bow' },
  { name: 'The singer of the taproom', by: 'Tomasz', prompt: 'A cheerful bard with a lute' },
  { name: 'The hag of the wet wall', by: 'Ines', prompt: 'A hunched witch with a staff' },
  { name: 'What the bone chapel keeps', by: 'Ines', prompt: 'A skeleton with a sword and a round shield' },
  { name: 'A spider below the weir', by: 'Tomasz', prompt: 'A giant spider' },
  { name: 'The hound of House Vantry', by: 'Tomasz', prompt: 'A black hound' },
  { name: 'The sealed chest of the Nine', by: 'Ines', prompt: 'A wooden chest with iron bands' },
]
/** The number of models that the command waits for; the others are finished later. */
const awaited = 3

/** Requests the models from the configured provider. They need a paid plan. */
export async function sculpt({ cast, plans, tell, unlessChanged }: Filling): Promise<void> {
  if (!plans) return
  tell(`${models.length} 3D models, the last of them during the next minute …`)
  for (const { name, by, prompt, page } of models) {
    const id = idOf('model', name)
    const source = page === undefined ? { prompt } : { conjurationId: idOf('page', page) }
    await unlessChanged(() => cast[by].act(keyOf('model', id), 'POST', '/models', { id, campaignId, name, ...source }))
  }
  for (const { name, by } of models.slice(0, awaited))
    await unlessChanged(() => finished(cast[by], idOf('model', name)))
}

/** Waits until a model is finished; fetches it again after each message of the feed. */
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
