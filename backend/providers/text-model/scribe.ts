import { setImmediate } from 'node:timers/promises'
import { type Note, type Order, tell, tellLike, writeFields } from '../../../scribe/index.ts'
import { atMost } from '../../platform/at-most.ts'
import type { Known, TextModel, TextRequest, Written } from '../text-model.ts'

const madeBy = 'Written on this machine by the Loreloom Scribe, which puts sentences together and is no language model.'

/** Converts a request to an order of the scribe. `known` is everything that the scribe receives of a campaign. */
const orderOf = ({
  prompt,
  subject,
  about,
  known,
  seed,
  castSeed,
  facts,
  marks = [],
}: Omit<TextRequest, 'signal'>): Order => ({
  prompt,
  subject,
  about,
  seed,
  castSeed,
  facts,
  marks,
  world: {
    names: [...known.names, ...known.passages.map(({ title }) => title)],
    places: known.places,
    words: wordsOf(known),
    notes: notesOf(known),
  },
})

const notesOf = ({ campaign, passages }: Known): Note[] => [
  ...passages,
  ...(campaign ? [{ title: campaign.name, text: campaign.description, tags: [] }] : []),
]

const wordsOf = ({ campaign, passages, tags }: Known): string =>
  [campaign?.description, ...passages.map(({ text }) => text), ...passages.flatMap((each) => each.tags), ...tags].join(
    ' ',
  )

const written = <T>({ content, marks }: { content: T; marks: string[] }): Written<T> => ({
  content,
  marks,
  madeBy,
  usage: { input: 0, output: 0 },
})

/** Queue that writes one text at a time, so that other work runs in between: a structure takes up to a tenth of a second. */
const inTurn = atMost(1)
const tellInTurn = <T>(signal: AbortSignal, work: () => T): Promise<T> =>
  inTurn(async () => {
    await setImmediate()
    signal.throwIfAborted()
    return work()
  })

/** The embedded default: texts by the scribe of this repository, with no network and no model. */
export const scribe = (): TextModel => ({
  provider: 'Loreloom',
  model: 'Scribe',
  async write(request, hear) {
    const { signal, format, words } = request
    const piece = await tellInTurn(signal, () => written(tell({ ...orderOf(request), format, words })))
    // Streams the text sentence by sentence.
    for (const each of piece.content.match(/[^.!?]+[.!?]*["”]?\s*|\S+/g) ?? []) hear?.(each)
    return piece
  },
  async writeSheet(request, hear) {
    return tellInTurn(request.signal, () => written(writeFields({ ...orderOf(request), fields: request.fields }, hear)))
  },
  async writeStructure(request) {
    return tellInTurn(request.signal, () => written(tellLike({ ...orderOf(request), example: request.example })))
  },
})
