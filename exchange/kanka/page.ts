import { stringify } from 'yaml'
import { escapeMarkdown, type HtmlContext, markdownLink, secretMarkdown, toMarkdown } from '../html/markdown.ts'
import { parseHtml } from '../html/read.ts'
import { idOf, type Json, listOf, textOf } from '../json.ts'
import { relativeAddress } from '../paths.ts'
import { isHidden, isPersonal, type KankaEntity, propertiesOf, referencesOf } from './entity.ts'
import { typedKey, type World } from './world.ts'

const mention = /\[([a-z_]+\d*):(\d+)((?:\|[^\]|]*)*)\]/g
const optionWithValue = /^(?:page|field|transclude|anchor|params|tooltip|alias):/

/** Replaces the name of a private page in other pages, since Kanka does not show it there either. */
const hiddenName = 'hidden'
const linkTo = (world: World, from: KankaEntity, entity: KankaEntity, words = entity.name): string => {
  const isConcealed = entity.isPrivate && !from.isPrivate
  const address = relativeAddress(world.pathOf.get(from) ?? '', world.pathOf.get(entity) ?? '')
  if (isConcealed)
    world.problems.add(
      'changed',
      world.pathOf.get(from) ?? '',
      'It names a private page. Its name is replaced by “hidden”.',
    )
  return markdownLink(escapeMarkdown(isConcealed ? hiddenName : words), address)
}

/** Converts text with mentions such as `[character:12|the smith]`. */
const withMentions = (text: string, world: World, from: KankaEntity): string => {
  let markdown = ''
  let at = 0
  for (const { 0: whole, 1: type, 2: id = '', 3: options = '', index } of text.matchAll(mention)) {
    const shown = options.split('|').filter((option) => option !== '' && !optionWithValue.test(option))[0]
    const entity = type === 'post' ? undefined : world.byId.get(id)
    markdown += escapeMarkdown(text.slice(at, index))
    markdown += entity ? linkTo(world, from, entity, shown) : escapeMarkdown(shown ?? (type === 'post' ? '' : whole))
    at = index + whole.length
  }
  return markdown + escapeMarkdown(text.slice(at).replaceAll(/\[icon:[^\]]*\]|\{table-of-contents\}/g, ''))
}

const contextOf = (world: World, from: KankaEntity): HtmlContext => ({
  addressOf: () => undefined,
  text: (text) => withMentions(text, world, from),
  pictureOf({ 'data-gallery-id': id = '', src = '' }) {
    const path = world.pictures.get(id) ?? world.pictures.get(/\/(w\/[^?#]+)/.exec(src)?.[1] ?? '')
    return path && relativeAddress(world.pathOf.get(from) ?? '', path)
  },
})

const htmlToMarkdown = (html: unknown, world: World, from: KankaEntity) =>
  toMarkdown(parseHtml(textOf(html)), contextOf(world, from))

/** A part with a title; hidden parts are sections for DMs. */
const partOf = (title: string, markdown: string, isSecret: boolean): string[] => {
  if (markdown.trim() === '') return []
  const whole = title === '' ? markdown : `## ${escapeMarkdown(title)}\n\n${markdown}`
  return [isSecret ? secretMarkdown(whole) : whole]
}

const postsOf = (entity: KankaEntity, world: World): string[] =>
  listOf(entity.entity.posts)
    .toSorted((a, b) => Number(a.position ?? 0) - Number(b.position ?? 0))
    .flatMap((post) => {
      if (isPersonal(post))
        world.problems.add(
          'noted',
          world.pathOf.get(entity) ?? '',
          `“${textOf(post.name).slice(0, 200)}” was for one person. It became a section for DMs.`,
        )
      return partOf(textOf(post.name), htmlToMarkdown(post.entry, world, entity), isHidden(post))
    })

/** Lists of quests and timelines, and texts of their parts. */
const elementsOf = (of: KankaEntity, world: World): string[] => {
  const { record } = of
  const eras = new Map(listOf(record.eras).map((era) => [idOf(era.id), textOf(era.name)]))
  return listOf(record.elements).flatMap((element) => {
    const entity = world.byId.get(idOf(element.entity_id))
    const era = eras.get(idOf(element.era_id))
    const isSecret = isHidden(element) || (entity?.isPrivate ?? false)
    const title = [textOf(element.name) || entity?.name, textOf(element.role), textOf(element.date), era]
      .filter(Boolean)
      .join(', ')
    const text = [entity && linkTo(world, of, entity), htmlToMarkdown(element.entry, world, of)]
      .filter(Boolean)
      .join('\n\n')
    return partOf(title, text, isSecret)
  })
}

const linesOf = (entity: KankaEntity, world: World) => {
  const properties = propertiesOf(entity).map(({ name, value, isHidden: isSecret }) => ({
    line: `- **${escapeMarkdown(name)}:** ${withMentions(value.replaceAll(/\s+/g, ' '), world, entity)}`,
    isSecret,
  }))
  const references = referencesOf(entity).flatMap(({ name, module, typedId, comment, isHidden: isSecret }) => {
    const target = world.byTypedId.get(typedKey(module, typedId))
    if (!target) return []
    const words = comment === '' ? '' : `, ${escapeMarkdown(comment)}`
    return [{ line: `- **${name}:** ${linkTo(world, entity, target)}${words}`, isSecret: isSecret || target.isPrivate }]
  })
  const parent = world.byId.get(entity.parentId)
  const above = parent ? [{ line: `- **Part of:** ${linkTo(world, entity, parent)}`, isSecret: parent.isPrivate }] : []
  return [...above, ...properties, ...references]
}

/** Returns the relations of an entity. Visible ones become relationships; hidden ones become text for DMs. */
export const relationsOf = (entity: KankaEntity, world: World) =>
  listOf(entity.entity.relationships)
    .filter(({ owner_id }) => idOf(owner_id) === entity.id)
    .flatMap((relation) => {
      const target = world.byId.get(idOf(relation.target_id))
      return target ? [{ target, comment: textOf(relation.relation), isSecret: isHidden(relation) }] : []
    })

const tagsOf = ({ entity }: KankaEntity, world: World): string[] =>
  listOf(entity.entityTags).flatMap(({ tag_id }) => world.byTypedId.get(typedKey('tags', idOf(tag_id)))?.name ?? [])

const coverOf = ({ entity, record }: KankaEntity, world: World): string | undefined =>
  [entity.image_uuid, entity.image_path, record.image, entity.header_uuid, entity.header_image]
    .map((value) => world.pictures.get(textOf(value)))
    .find((path) => path !== undefined)

const aliasesOf = ({ entity }: KankaEntity): Json[] =>
  listOf(entity.assets).filter(({ type_id }) => textOf(type_id) === '3')

/** Converts an entity to a page of Markdown; parts that Kanka hides become comments. */
export const pageOf = (entity: KankaEntity, world: World): string => {
  const from = world.pathOf.get(entity) ?? ''
  const aliases = aliasesOf(entity)
  const lines = linesOf(entity, world)
  const hiddenRelations = relationsOf(entity, world)
    .filter(({ isSecret }) => isSecret)
    .map(({ target, comment }) => `- ${escapeMarkdown(comment || 'is related to')}: ${linkTo(world, entity, target)}`)
  const secretLines = [
    ...lines.filter(({ isSecret }) => isSecret).map(({ line }) => line),
    ...aliases.filter(isHidden).map(({ name }) => `- **Also called:** ${escapeMarkdown(textOf(name))}`),
  ]
  const openLines = lines.filter(({ isSecret }) => !isSecret).map(({ line }) => line)
  const parts = [
    htmlToMarkdown(entity.entity.entry ?? entity.record.entry, world, entity),
    ...postsOf(entity, world),
    ...elementsOf(entity, world),
    ...partOf('Properties', openLines.join('\n'), false),
    ...partOf('Hidden properties', secretLines.join('\n'), true),
    ...partOf('Hidden relations', hiddenRelations.join('\n'), true),
  ]
  const cover = coverOf(entity, world)
  const matter: Record<string, unknown> = { title: entity.name, tags: tagsOf(entity, world) }
  matter.aliases = aliases.filter((alias) => !isHidden(alias)).map(({ name }) => textOf(name))
  matter[entity.isPrivate ? 'dm-only' : 'publish'] = true
  if (cover) matter.cover = relativeAddress(from, cover)
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n${parts.filter(Boolean).join('\n\n')}\n`
}
