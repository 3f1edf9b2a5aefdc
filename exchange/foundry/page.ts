import { stringify } from 'yaml'
import { escapeMarkdown, markdownLink, secretMarkdown } from '../html/markdown.ts'
import { type Json, objectAt, objectOf, textOf } from '../json.ts'
import { relativeAddress } from '../paths.ts'
import type { ProblemList } from '../plan.ts'
import { htmlText, markdownText, type TextContext } from './text.ts'
import type { Place, World } from './world.ts'

/** Returns the path of a picture in the archive, by the address in a document. */
export type FindPicture = (src: string) => string | undefined

/** True for pictures of Foundry itself or of a game system, which are not imported. */
const isStandIn = (src: string) => /^\/?(?:icons|systems|ui|modules)\//.test(src)
const isWebAddress = (src: string) => /^https?:/i.test(src)

const contextOf = (world: World, from: Place, findPicture: FindPicture, problems: ProblemList): TextContext => ({
  find(address) {
    const ids = address.split('.').filter((part) => /^[A-Za-z0-9]{16}$/.test(part))
    const id = ids.findLast((each) => world.byId.has(each))
    const target = id === undefined ? world.byName.get(address) : world.byId.get(id)
    if (!target) return undefined
    const isConcealed = target.ownership === 'hidden' && from.ownership !== 'hidden'
    return { name: target.name, path: target.path, isConcealed }
  },
  addressOf: (path) => relativeAddress(from.path, path),
  pictureOf(src) {
    const path = findPicture(src)
    if (path !== undefined) return relativeAddress(from.path, path)
    if (src !== '' && !isWebAddress(src) && !isStandIn(src))
      problems.add('noted', from.path, `Its picture “${src.slice(0, 200)}” is not in the file.`)
    return undefined
  },
  onMissing: (words) =>
    problems.add('noted', from.path, `“${words.slice(0, 200)}” is not imported, so that the link stays text.`),
  onConcealed: () => problems.add('changed', from.path, 'It names a hidden page. Its name is replaced by “hidden”.'),
  onEmbed: () => problems.add('changed', from.path, 'A page that it embeds became a link.'),
  onUnread: () =>
    problems.add(
      'changed',
      from.path,
      'Its secrets are nested too deeply to tell apart. All of it became a section for DMs.',
    ),
})

const pictureMarkdown = (src: string, context: TextContext): string => {
  if (src === '' || isStandIn(src)) return ''
  const path = context.pictureOf(src)
  if (path !== undefined) return `![](<${path}>)`
  return isWebAddress(src) ? `![](<${src.replaceAll(/[<>\s]/g, encodeURIComponent)}>)` : ''
}

const markdownFormat = 2
/** Converts the text of a page. A page written in Markdown usually contains its HTML as well, which is preferred. */
const textOfPage = (page: Json, context: TextContext): string => {
  const text = objectOf(page.text) ?? {}
  const html = textOf(text.content)
  if (html !== '' || Number(text.format) !== markdownFormat) return htmlText(html, context)
  return markdownText(textOf(text.markdown), context)
}

const pageMarkdown = (page: Json, place: Place, context: TextContext, problems: ProblemList): string[] => {
  const name = textOf(page.name)
  const isTitled = objectOf(page.title)?.show !== false && name !== '' && name !== place.name
  const picture = page.type === 'image' ? pictureMarkdown(textOf(page.src), context) : ''
  const caption = escapeMarkdown(textOf(objectOf(page.image)?.caption))
  const parts = [picture, caption, textOfPage(page, context)].filter(Boolean)
  if (page.type !== 'text' && page.type !== 'image') {
    const kind = textOf(page.type).slice(0, 100)
    const words = `“${name.slice(0, 200)}” is a page of the kind ${kind}`
    if (parts.length === 0) problems.add('left', place.path, `${words}, which is not imported.`)
    else problems.add('changed', place.path, `${words}, of which the text alone is imported.`)
  }
  return isTitled && parts.length > 0 ? [`## ${escapeMarkdown(name)}`, ...parts] : parts
}

/** Fields of game systems that hold a biography or a description. */
const readFields = [
  ...['biography', 'description', 'publicNotes', 'notes', 'background', 'backstory', 'bio', 'appearance', 'value'],
  ...['public', 'attitude', 'beliefs', 'blurb'],
]
const secretFields = ['privateNotes', 'gmNotes', 'gmnotes', 'gm', 'campaignNotes', 'secrets', 'secret']

/** Returns the texts of such fields, without values that are numbers or ids of other documents. */
const fieldTexts = (record: Json, names: readonly string[]): string[] => {
  const system = objectOf(record.system ?? record.data)
  if (!system) return []
  const holders = [
    [],
    ['details'],
    ['description'],
    ['biography'],
    ['details', 'biography'],
    ['details', 'description'],
    ['details', 'notes'],
    ['notes'],
    ['background'],
  ]
  const found = holders.flatMap((path) => names.map((name) => textOf(objectAt(system, ...path)?.[name])))
  return [...new Set(found.filter((text) => !/^\d*$|^[A-Za-z0-9]{16}$/.test(text)))]
}

const sheetMarkdown = ({ record }: Place, context: TextContext): string[] => {
  const secrets = fieldTexts(record, secretFields).map((html) => htmlText(html, context))
  const open = fieldTexts(record, readFields).map((html) => htmlText(html, context))
  return [...open, ...secrets.filter(Boolean).map(secretMarkdown)]
}

/** Lists the pages of an entry in their order; the list of hidden ones is for DMs. */
const contentsMarkdown = ({ below, ownership }: Place, context: TextContext): string[] => {
  const lines = (places: readonly Place[]) =>
    places.map(({ name, path }) => `- ${markdownLink(escapeMarkdown(name), context.addressOf(path))}`).join('\n')
  const isConcealed = (each: Place) => each.ownership === 'hidden' && ownership !== 'hidden'
  const open = lines(below.filter((each) => !isConcealed(each)))
  const hidden = lines(below.filter(isConcealed))
  return [open, hidden && secretMarkdown(hidden)]
}

/** Converts a document to a page of Markdown; parts that Foundry hides become comments. */
export const pageOf = (place: Place, world: World, findPicture: FindPicture, problems: ProblemList): string => {
  const context = contextOf(world, place, findPicture, problems)
  const { record, collection, name, ownership } = place
  const picture = pictureMarkdown(textOf(record.img), context)
  const before = collection === 'journal' ? [htmlText(textOf(record.content), context)] : sheetMarkdown(place, context)
  const pages = place.pages.flatMap((page) => pageMarkdown(page, place, context, problems))
  const matter: Record<string, unknown> = { title: name }
  if (ownership !== 'unknown') matter[ownership === 'hidden' ? 'dm-only' : 'publish'] = true
  if (collection !== 'journal' && textOf(record.type) !== '') matter.Type = textOf(record.type)
  const parts = [picture, ...before, ...pages, ...contentsMarkdown(place, context)]
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n${parts.filter(Boolean).join('\n\n')}\n`
}
