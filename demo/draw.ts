import { EditingOffer } from '#domain/image-edit-answers.ts'
import { ImageDetail, ImageModelList } from '#projections/image-answers.ts'
import { MapForDms, MapList } from '#projections/map-answers.ts'
import type { Person } from './client.ts'
import { campaignId, type Filling, idOf, keyOf } from './filling.ts'
import type { LiveFeed } from './listen.ts'
import { type Picture, pictures } from './pictures.ts'

/** Generates the pictures that the available models draw, names them, and sets the primary pictures and the campaign's background. */
export async function draw(filling: Filling): Promise<void> {
  const { cast, plans, tell, unlessChanged } = filling
  const { data: models } = await cast.Ines.get('/models/images?limit=100', ImageModelList)
  const asked = pictures.flatMap((picture) => {
    const model = models.find(({ slug }) => slug === picture.model)
    return model && (plans || model.plan === 'FREE') ? [{ picture, id: idOf('picture', picture.name), model }] : []
  })
  tell(`${asked.length} pictures …`)
  for (const { picture, id, model } of asked) await unlessChanged(() => ask(filling, picture, id, model.id))

  const feed = cast.Ines.listen()
  try {
    for (const { picture, id } of asked) await unlessChanged(() => hang(filling, picture, id, feed))
    for (const { picture, id } of asked) if (picture.edits) await unlessChanged(() => edit(filling, picture, id))
  } finally {
    feed.close()
  }
  const backgroundImageId = asked[0]?.id
  await unlessChanged(() =>
    cast.Ines.act(keyOf('background'), 'PATCH', `/campaigns/${campaignId}`, { backgroundImageId }),
  )
}

const ask = ({ cast }: Filling, picture: Picture, id: string, modelId: string) => {
  const { prompt, style: stylePreset, width, height, page } = picture
  const linking = page === undefined ? null : { conjurationId: idOf('page', page) }
  const wanted = { imageIds: [id], modelId, prompt, stylePreset, count: 1, width, height, linking, campaignId }
  return cast[picture.by].act(keyOf('picture', id), 'POST', '/images', wanted)
}

async function hang({ cast, tell }: Filling, picture: Picture, id: string, feed: LiveFeed) {
  const person = cast[picture.by]
  const { failed, errorMessage } = await whenDrawn(person, id, feed)
  if (failed) return tell(`  ${picture.name}: ${errorMessage}`)
  await person.act(keyOf('name', id), 'PATCH', `/images/${id}/name`, { name: picture.name })
  if (picture.page) await person.act(keyOf('primary', id), 'PATCH', `/images/${id}/primary`)
}

/** Edits a picture with tools that cost no credits; stops at the first edit for which there is none. */
async function edit({ cast }: Filling, { by, edits = [] }: Picture, id: string) {
  const person = cast[by]
  const { tools } = await person.get('/images/editing', EditingOffer)
  const feed = person.listen()
  try {
    for (const { tool, body } of edits) {
      const editor = tools.find((offered) => offered.tool === tool && offered.cost === 0)
      if (!editor) return
      await person.act(keyOf('edit', id, tool), 'POST', `/images/${id}/${tool}`, { ...body, provider: editor.provider })
      await until(person, id, feed, ({ pendingEdits }) => !pendingEdits?.length)
    }
  } finally {
    feed.close()
  }
}

const whenDrawn = (person: Person, id: string, feed: LiveFeed) =>
  until(person, id, feed, ({ generating }) => !generating)

/** Fetches the picture again after each message of the feed, until `holds` returns true. */
async function until(person: Person, id: string, feed: LiveFeed, holds: (image: ImageDetail) => boolean) {
  for (;;) {
    const more = feed.next()
    const image = await person.get(`/images/${id}`, ImageDetail)
    if (holds(image)) return image
    await more
  }
}

const shown = 'The Bone Chapel, five feet to a square'

/** Returns the cells in the middle of a map, as explored by the players: some of the map is visible, the rest is still hidden. */
const explored = ({ columns, rows }: MapForDms['fog']) => {
  const [left, width] = [Math.floor(columns * 0.3), Math.ceil(columns * 0.4)]
  const [top, height] = [Math.floor(rows * 0.3), Math.ceil(rows * 0.4)]
  return Array.from({ length: height }, (_, row) => ({ first: (top + row) * columns + left, count: width }))
}

/** Puts the map on the table with its middle revealed; does nothing if the map was not drawn. */
export async function layTable({ cast, plans, unlessChanged }: Filling): Promise<void> {
  if (!plans) return
  const id = idOf('picture', shown)
  const { battlemaps } = await cast.Ines.get(`/battlemaps?campaignId=${campaignId}&status=COMPLETED`, MapList)
  if (!battlemaps.some((map) => map.id === id)) return
  await unlessChanged(async () => {
    const { fog } = await cast.Ines.get(`/battlemaps/${id}`, MapForDms)
    const stroke = { strokeId: idOf('stroke', shown), mode: 'reveal', cells: explored(fog) }
    await cast.Ines.act(keyOf('fog', id), 'POST', `/battlemaps/${id}/fog`, stroke)
    await cast.Ines.act(keyOf('table', id), 'POST', `/battlemaps/${id}/table`)
  })
}
